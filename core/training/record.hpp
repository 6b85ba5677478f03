// What the training data are made of. A file begins with a Header and goes on with Records, both
// of 24 bytes, little-endian.
#pragma once

#include <cstdint>
#include <type_traits>

namespace obversi {

struct Header {
    char magic[8] = {'o', 'b', 'v', 'e', 'r', 's', 'i', 'r'};
    std::uint32_t version = 1;
    std::uint8_t size;
    std::uint8_t rules;  // 0 normal, 1 reversed
    std::uint8_t unused[10] = {};
};

// How a margin became known, the surest first.
enum class Source : std::uint8_t {
    solved,    // by exact search
    played,    // the end, or the solved margin, that play without a random move led to
    searched,  // by the search before the random move that play without one led to
};

// A position, by its canonical image, and the mover's margin.
struct Record {
    std::uint64_t own;
    std::uint64_t opp;
    std::int16_t margin;  // in 1/128 of a disc
    std::uint8_t empties;
    Source source;
    std::uint32_t game;  // positions of one game belong together when some are held out
};

static_assert(sizeof(Header) == 24 && sizeof(Record) == 24);
static_assert(std::is_trivially_copyable_v<Record>);

}  // namespace obversi
