#include "core/bulk/batch.hpp"

#include <cstring>

#include "core/board/symmetry.hpp"
#include "core/bulk/nth_square.hpp"
#include "core/bulk/parallel.hpp"
#include "core/bulk/random.hpp"

namespace obversi::batch {
namespace {

// Large enough that handing out a piece costs nothing beside doing it.
constexpr std::size_t kPiece = 4096;

template <class Body>
void for_each_index(std::size_t count, int threads, const Body& body) {
    parallel_for(count, threads, kPiece, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) body(i);
    });
}

bool is_over(const Position& position, int size) {
    return !position.legal_moves(size) && !position.passed().legal_moves(size);
}

bool is_legal(const Position& position, Square move, int size) {
    if (move < kPass) return (position.legal_moves(size) & bit(move)) != 0;
    return move == kPass && position.must_pass(size);
}

// The lowest bits of a row of squares as bytes 0 and 1.
template <int Length>
void write_row(Bits bits, int row, std::uint8_t* cells) {
    static_assert(std::endian::native == std::endian::little);
    const std::uint64_t copies = (bits >> 8 * row & 0xff) * 0x0101010101010101ULL;
    const std::uint64_t one_each = copies & 0x8040201008040201ULL;
    const std::uint64_t values = (one_each + 0x7f7f7f7f7f7f7f7fULL) >> 7 & 0x0101010101010101ULL;
    std::memcpy(cells, &values, Length);
}

template <int Size>
void write_planes(const Position& position, std::uint8_t* cells) {
    for (int row = 0; row < Size; ++row) {
        write_row<Size>(position.own, row, cells + Size * row);
        write_row<Size>(position.opp, row, cells + Size * (Size + row));
    }
}

}  // namespace

void legal_moves(std::span<const Position> positions, int size, int threads,
                 std::span<Bits> masks) {
    for_each_index(positions.size(), threads,
                   [&](std::size_t i) { masks[i] = positions[i].legal_moves(size); });
}

void margins(std::span<const Position> positions, int size, Rules rules, int threads,
             std::span<std::int8_t> margins) {
    for_each_index(positions.size(), threads, [&](std::size_t i) {
        margins[i] = static_cast<std::int8_t>(margin(positions[i], size, rules));
    });
}

void canonical(std::span<const Position> positions, int size, int threads,
               std::span<Position> images) {
    for_each_index(positions.size(), threads, [&](std::size_t i) {
        images[i] = obversi::canonical(positions[i], size).position;
    });
}

void planes(std::span<const Position> positions, int size, int threads,
            std::span<std::uint8_t> cells) {
    const auto write = size == 4 ? write_planes<4> : size == 6 ? write_planes<6> : write_planes<8>;
    for_each_index(positions.size(), threads,
                   [&](std::size_t i) { write(positions[i], &cells[2 * size * size * i]); });
}

void move_masks(std::span<const Position> positions, int size, int threads,
                std::span<std::int8_t> masks) {
    constexpr std::size_t kMoves = kPass + 1;
    for_each_index(positions.size(), threads, [&](std::size_t i) {
        const Bits legal = positions[i].legal_moves(size);
        std::int8_t* mask = &masks[kMoves * i];
        for (int row = 0; row < 8; ++row)
            write_row<8>(legal, row, reinterpret_cast<std::uint8_t*>(mask + 8 * row));
        mask[kPass] = !legal && positions[i].must_pass(size);
    });
}

void random_moves(std::span<const Position> positions, int size, std::uint64_t seed, int threads,
                  std::span<std::uint8_t> moves) {
    for_each_index(positions.size(), threads, [&](std::size_t i) {
        const Bits legal = positions[i].legal_moves(size);
        const Square move = legal ? nth_square(legal, Random(seed, i).below(count(legal))) : kPass;
        moves[i] = static_cast<std::uint8_t>(move);
    });
}

std::size_t play(std::span<const Position> positions, std::span<const std::uint8_t> moves, int size,
                 int threads, std::span<Position> after) {
    std::atomic<std::size_t> first_illegal{positions.size()};
    for_each_index(positions.size(), threads, [&](std::size_t i) {
        const Square move = moves[i];
        if (!is_legal(positions[i], move, size)) {
            if (is_over(positions[i], size)) {
                after[i] = positions[i];
                return;
            }
            std::size_t seen = first_illegal.load();
            while (i < seen && !first_illegal.compare_exchange_weak(seen, i)) {
            }
            return;
        }
        after[i] = move == kPass ? positions[i].passed() : positions[i].played(move);
    });
    return first_illegal;
}

void count_successors(std::span<const Position> positions, int size, int threads,
                      std::span<std::int64_t> counts) {
    for_each_index(positions.size(), threads, [&](std::size_t i) {
        const Bits legal = positions[i].legal_moves(size);
        counts[i] = legal ? count(legal) : positions[i].must_pass(size);
    });
}

bool successors(std::span<const Position> positions, std::span<const std::int64_t> first, int size,
                int threads, std::span<std::uint8_t> moves, std::span<Position> after) {
    std::atomic<bool> have_room{true};
    for_each_index(positions.size(), threads, [&](std::size_t i) {
        const Position position = positions[i];
        const Bits legal = position.legal_moves(size);
        std::size_t at = static_cast<std::size_t>(first[i]);
        const std::size_t most = legal ? count(legal) : 1;
        if (at > after.size() || most > after.size() - at) {
            if (legal || position.must_pass(size)) have_room = false;
            return;
        }
        for (const Square square : squares(legal)) {
            moves[at] = static_cast<std::uint8_t>(square);
            after[at++] = position.played(square);
        }
        if (position.must_pass(size)) {
            moves[at] = kPass;
            after[at] = position.passed();
        }
    });
    return have_room;
}

void playouts(std::span<const Position> starts, int size, Rules rules, std::uint64_t seed,
              std::uint64_t first_stream, int threads, std::span<Playout> results) {
    constexpr std::size_t kGames = 256;
    parallel_for(starts.size(), threads, kGames, [&](std::size_t first, std::size_t last) {
        random_playouts(starts.subspan(first, last - first), size, rules, seed,
                        first_stream + first, results.subspan(first, last - first));
    });
}

}  // namespace obversi::batch
