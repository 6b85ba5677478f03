#include "core/bulk/tree_sizes.hpp"

#include "core/bulk/workers.hpp"

namespace obversi {
namespace {

// At this many plies above the last one a tree still takes less than a millisecond or so.
constexpr int kShortTree = 5;

// Adds the nodes of this ply and of `below` plies below it, where `counts` begins with this one.
template <int Size>
void add_nodes(const Position& position, int below, const StopFlag& stop, std::uint64_t* counts) {
    ++counts[0];
    if (below == 0) return;
    if (below >= kShortTree) stop.check();
    const Bits legal = position.legal_moves(Size);
    if (!legal) {
        const Position passed = position.passed();
        if (passed.legal_moves(Size)) add_nodes<Size>(passed, below - 1, stop, counts + 1);
    } else if (below == 1) {
        counts[1] += count(legal);  // no need to visit them
    } else {
        for (const Square square : squares(legal))
            add_nodes<Size>(position.played(square), below - 1, stop, counts + 1);
    }
}

}  // namespace

void tree_sizes(std::span<const Position> positions, int size, int depth, int threads,
                const std::function<void()>& look, std::span<std::uint64_t> counts) {
    share_out(positions.size(), threads, look, [&](const StopFlag& stop) {
        return [&](std::size_t i) {
            std::uint64_t* row = counts.data() + i * (depth + 1);
            std::fill_n(row, depth + 1, 0);
            if (size == 4) return add_nodes<4>(positions[i], depth, stop, row);
            if (size == 6) return add_nodes<6>(positions[i], depth, stop, row);
            add_nodes<8>(positions[i], depth, stop, row);
        };
    });
}

}  // namespace obversi
