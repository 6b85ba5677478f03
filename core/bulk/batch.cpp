#include "core/bulk/batch.hpp"

#include "core/board/symmetry.hpp"
#include "core/bulk/parallel.hpp"

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

bool is_legal(const Position& position, Square move, int size) {
    if (move < kPass) return (position.legal_moves(size) & bit(move)) != 0;
    return move == kPass && position.must_pass(size);
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

std::size_t play(std::span<const Position> positions, std::span<const std::uint8_t> moves, int size,
                 int threads, std::span<Position> after) {
    std::atomic<std::size_t> first_illegal{positions.size()};
    for_each_index(positions.size(), threads, [&](std::size_t i) {
        const Square move = moves[i];
        if (!is_legal(positions[i], move, size)) {
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
