// A small table of one thread, for positions near the leaves: too many for the table that all
// threads share, and met again soon or never. A new entry always replaces the old one.
#pragma once

#include <cstdint>
#include <memory>

#include "core/search/quick_hash.hpp"

namespace obversi {

class LocalCache {
  public:
    struct Entry {
        Bits own = 0, opp = 0;
        std::int8_t lower = 0, upper = 0;
        std::uint8_t move = kPass;

        bool is(Bits mine, Bits theirs) const { return own == mine && opp == theirs; }

        // Keeps what a search with this alpha has found.
        void keep(Bits mine, Bits theirs, int alpha, int value, Square best) {
            if (!is(mine, theirs)) *this = {mine, theirs, -64, 64, kPass};
            (value > alpha ? lower : upper) = static_cast<std::int8_t>(value);
            move = static_cast<std::uint8_t>(best);
        }
    };

    explicit LocalCache(int bits)
        : shift_(32 - bits), entries_(new Entry[std::size_t{1} << bits]) {}

    Entry& operator()(Bits own, Bits opp) { return entries_[quick_hash(own, opp) >> shift_]; }

  private:
    int shift_;
    std::unique_ptr<Entry[]> entries_;
};

}  // namespace obversi
