#include "core/heuristics/feature.hpp"

#include <stdexcept>
#include <string>

#include "core/board/stability.hpp"

namespace obversi {
namespace {

constexpr Bits kFirstFile = 0x0101010101010101ULL;
constexpr Bits kLastFile = kFirstFile << 7;

Bits beside(Bits bits) { return (bits & ~kLastFile) << 1 | (bits & ~kFirstFile) >> 1; }
Bits above_and_below(Bits bits) { return bits << 8 | bits >> 8; }

// The up to eight neighbours of each square.
Bits around(Bits bits) {
    const Bits rows = bits | beside(bits);
    return beside(bits) | above_and_below(rows);
}

// Own discs on these squares minus the opponent's.
int difference(const FeatureContext& context, Bits squares) {
    return count(context.position.own & squares) - count(context.position.opp & squares);
}

double weight_difference(const FeatureContext& context) {
    const SquareWeights& weights = context.board.weights;
    return weights.sum(context.position.own) - weights.sum(context.position.opp);
}

// The share of the two together by which one is ahead.
double share(int own, int opp) {
    return own + opp ? static_cast<double>(own - opp) / (own + opp) : 0;
}

// The larger one's percentage of the two together, negative if that is the opponent's.
double lead(int own, int opp) {
    if (own == opp) return 0;
    return (own > opp ? 100.0 * own : -100.0 * opp) / (own + opp);
}

double quotient(double value, double whole) { return whole > 0 ? value / whole : 0; }

// The discs that unbroken runs along the edges join to a corner.
Bits edge_runs(Bits discs, const WeightedBoard& board) {
    const Bits on_edges = discs & board.edges;
    Bits runs = discs & board.corners;
    for (Bits before = 0; runs != before;) {
        before = runs;
        runs |= (beside(runs) | above_and_below(runs)) & on_edges;
    }
    return runs;
}

// The third report judges the player who has just moved. He is the opponent here.

// His discs that the mover can flip at once.
Bits in_danger(const FeatureContext& context) {
    Bits flipped = 0;
    for (const Square square : squares(context.own_moves()))
        flipped |= flips(square, context.position.own, context.position.opp);
    return flipped;
}

// His discs that the report calls stable, found as its program does: from each of his corners along
// the row as far as his discs go, and from each of these along its column. So it sees the board and
// the transposed board differently.
Bits grown_from_corners(const FeatureContext& context) {
    const Bits discs = context.position.opp;
    Bits grown = discs & context.board.corners;
    for (int step = 1; step < context.board.size; ++step) grown |= beside(grown) & discs;
    for (int step = 1; step < context.board.size; ++step) grown |= above_and_below(grown) & discs;
    return grown;
}

double r3_corners(const FeatureContext& context) {
    const auto& [own, opp] = context.position;
    int corners = 0;
    const int last = context.board.size - 1;
    for (const int row : {0, last})
        for (const int column : {0, last}) {
            const Square corner = square_at(row, column);
            corners += (opp & bit(corner)) != 0;
            if (context.discs() & bit(corner)) continue;
            const int down = row ? -8 : 8, right = column ? -1 : 1;
            for (const int step : {down, right, down + right})
                corners -= opp >> (corner + step) & own >> (corner + 2 * step) & 1;
        }
    return -corners;
}

double r3_mobility(const FeatureContext& context) {
    const int his = count(context.opp_moves());
    return his ? share(count(context.own_moves()), his) : 1000;
}

const Feature kFeatures[] = {
    {"discs", "own discs minus the opponent's", true, false,
     [](const FeatureContext& context) -> double {
         return difference(context, context.board.all);
     }},
    {"disc_share", "own discs minus the opponent's, divided by all discs", true, false,
     [](const FeatureContext& context) {
         return share(count(context.position.own), count(context.position.opp));
     }},
    {"disc_lead", "percentage of the discs held by the side with more, negative if the opponent's",
     true, false,
     [](const FeatureContext& context) {
         return lead(count(context.position.own), count(context.position.opp));
     }},
    {"squares", "weights of the squares held, minus the opponent's", true, true,
     [](const FeatureContext& context) { return weight_difference(context); }},
    {"square_share",
     "weights of the squares held, minus the opponent's, as a part of all weights' sizes", true,
     true,
     [](const FeatureContext& context) {
         return quotient(weight_difference(context), context.board.weights.sum_of_sizes());
     }},
    {"corners", "corners held, minus the opponent's", true, false,
     [](const FeatureContext& context) -> double {
         return difference(context, context.board.corners);
     }},
    {"corner_closeness", "discs next to corners that are still empty, minus the opponent's", true,
     false,
     [](const FeatureContext& context) -> double {
         return difference(context, around(context.board.corners & ~context.discs()));
     }},
    {"edges", "discs on the edge of the board, minus the opponent's", true, false,
     [](const FeatureContext& context) -> double {
         return difference(context, context.board.edges);
     }},
    {"moves", "legal moves, minus those the opponent would have", false, false,
     [](const FeatureContext& context) -> double {
         return count(context.own_moves()) - count(context.opp_moves());
     }},
    {"move_share", "legal moves minus the opponent's, divided by the moves of both", false, false,
     [](const FeatureContext& context) {
         return share(count(context.own_moves()), count(context.opp_moves()));
     }},
    {"move_lead", "percentage of the moves open to the side with more, negative if the opponent's",
     false, false,
     [](const FeatureContext& context) {
         return lead(count(context.own_moves()), count(context.opp_moves()));
     }},
    {"weighted_moves",
     "weights of the squares to move to, minus the opponent's, in units of 12 mean squares", false,
     true,
     [](const FeatureContext& context) {
         const SquareWeights& weights = context.board.weights;
         const int area = context.board.size * context.board.size;
         return quotient(weights.sum(context.own_moves()) - weights.sum(context.opp_moves()),
                         12 * weights.sum_of_sizes() / area);
     }},
    {"frontier", "discs that touch an empty square, minus the opponent's", false, false,
     [](const FeatureContext& context) -> double {
         return difference(context, around(context.empties()));
     }},
    {"frontier_lead",
     "percentage of the discs touching an empty square held by the side with more, negative if own",
     false, false,
     [](const FeatureContext& context) {
         const Bits border = around(context.empties());
         return lead(count(context.position.opp & border), count(context.position.own & border));
     }},
    {"stable", "discs that can never be flipped again, minus the opponent's", true, false,
     [](const FeatureContext& context) -> double {
         const auto& [own, opp] = context.position;
         const int size = context.board.size;
         return count(stable_discs(own, opp, size)) - count(stable_discs(opp, own, size));
     }},
    {"edge_runs",
     "discs in unbroken runs from the corners, minus the opponent's, as a part of the edge", true,
     false,
     [](const FeatureContext& context) {
         const int difference = count(edge_runs(context.position.own, context.board)) -
                                count(edge_runs(context.position.opp, context.board));
         return static_cast<double>(difference) / count(context.board.edges);
     }},
    {"r3_stability",
     "the opponent's discs that can be flipped now, less 3 for each that grew from a corner", true,
     false,
     [](const FeatureContext& context) -> double {
         return count(in_danger(context)) - 3 * count(grown_from_corners(context));
     }},
    {"r3_corners",
     "ways to take an empty corner over a disc next to it, minus the opponent's corners", true,
     false, r3_corners},
    {"r3_mobility", "legal moves minus the opponent's, divided by both; 1000 if he has none", false,
     false, r3_mobility},
    {"last_mover", "1 if the number of empty squares is odd, else -1", false, false,
     [](const FeatureContext& context) { return count(context.empties()) % 2 ? 1.0 : -1.0; }},
    {"bias", "always 1", false, false, [](const FeatureContext&) { return 1.0; }},
};

}  // namespace

WeightedBoard::WeightedBoard(int board_size, const std::array<double, 64>& square_weights)
    : size(board_size),
      all(board_mask(size)),
      corners(corner_mask(size)),
      edges(all & ~(board_mask(size - 2) << 9)),
      weights(square_weights, all) {}

std::span<const Feature> features() { return kFeatures; }

const Feature& feature(std::string_view name) {
    for (const Feature& one : kFeatures)
        if (one.name == name) return one;
    throw std::invalid_argument("there is no feature '" + std::string(name) + "'");
}

}  // namespace obversi
