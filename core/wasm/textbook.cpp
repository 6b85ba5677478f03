// Textbook searches for browsers: what each step opens and finds, as JSON. The page that shows the
// tree of a search writes the words and draws the picture.
#include <emscripten.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/heuristics/mix.hpp"
#include "core/textbook/alpha_beta.hpp"
#include "core/textbook/maximax.hpp"
#include "core/textbook/mcts.hpp"
#include "core/textbook/minimax.hpp"
#include "core/textbook/trace.hpp"

namespace obversi {
namespace {

using textbook::Found;
using textbook::LeafView;
using textbook::Trace;
using textbook::Watch;

std::string reply;  // the text that was returned last

Rules rules_of(int reversed) { return reversed ? Rules::reversed : Rules::normal; }

// Words and numbers between spaces.
class Words {
  public:
    explicit Words(const char* text) : rest_(text) {}

    std::string word() {
        const std::size_t end = rest_.find(' ');
        std::string found(rest_.substr(0, end));
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        return found;
    }
    double number() { return std::strtod(word().c_str(), nullptr); }
    int count() { return static_cast<int>(number()); }

  private:
    std::string_view rest_;
};

// What a finished game is worth, the features, the phases with their weights, and the squares.
Mix mix_of(const char* text, const GameKind& kind) {
    Words words(text);
    const std::string name = words.word();
    const Finished finished = name == "margin"   ? Finished::margin
                              : name == "result" ? Finished::result
                                                 : Finished::evaluated;
    std::vector<std::string> features(words.count());
    for (std::string& feature : features) feature = words.word();
    std::vector<Phase> phases(words.count());
    for (Phase& phase : phases) {
        phase.last_discs = words.count();
        phase.weights.resize(features.size());
        for (double& weight : phase.weights) weight = words.number();
    }
    std::array<double, 64> squares;
    for (double& weight : squares) weight = words.number();
    return Mix(kind, finished, kind.rules, features, std::move(phases), squares);
}

// Plain minimax counts the same with every evaluation; this one takes no time.
class Constant final : public Heuristic {
  public:
    explicit Constant(const GameKind& kind) : Heuristic(kind, Finished::evaluated) {}
    double value(const Position&) const override { return 0; }
};

// With all its digits; JSON has no infinity, but a number that is too large is read as one.
std::string text_of(double number) {
    if (number == textbook::kInfinity) return "1e999";
    if (number == -textbook::kInfinity) return "-1e999";
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

std::string text_of(bool flag) { return flag ? "true" : "false"; }

template <class Items, class TextOf>
std::string list_of(const Items& items, const TextOf& text_of_item) {
    std::string text = "[";
    for (const auto& item : items) {
        if (text.size() > 1) text += ',';
        text += text_of_item(item);
    }
    return text + "]";
}

std::string text_of(const textbook::SortedMove& each) {
    return "{\"move\":" + std::to_string(each.move) + ",\"value\":" + text_of(each.value) +
           ",\"inTable\":" + text_of(each.in_table) + "}";
}

std::string text_of(const textbook::TraceNode& node) {
    return "{\"parent\":" + std::to_string(node.parent) + ",\"move\":" + std::to_string(node.move) +
           ",\"alpha\":" + text_of(node.alpha) + ",\"beta\":" + text_of(node.beta) +
           ",\"isSearched\":" + text_of(node.is_searched) +
           ",\"evaluationsBefore\":" + std::to_string(node.evaluations_before) +
           ",\"evaluationsAfter\":" + std::to_string(node.evaluations_after) +
           ",\"value\":" + text_of(node.value) +
           ",\"order\":" + list_of(node.order, [](const auto& each) { return text_of(each); }) +
           "}";
}

std::string text_of(const textbook::MctsRound& round) {
    const auto number = [](Square move) { return std::to_string(move); };
    return "{\"moves\":" + list_of(round.moves, number) +
           ",\"isExpanded\":" + text_of(round.is_expanded) +
           ",\"reward\":" + text_of(round.reward) + "}";
}

Found searched(std::string_view name, const Position& position, int depth,
               const Heuristic& heuristic, Trace& trace) {
    Watch watch;
    if (name == "minimax")
        return textbook::minimax(position, depth, heuristic, watch, LeafView::root, &trace);
    if (name == "maximax") return textbook::maximax(position, depth, heuristic, watch, &trace);
    return textbook::alpha_beta(position, depth, heuristic, watch, LeafView::root, &trace);
}

}  // namespace

extern "C" {

// The nodes of a search in the order in which they are opened, or null if there are too many.
EMSCRIPTEN_KEEPALIVE const char* trace_search(const char* search, const char* mix, Bits own,
                                              Bits opp, int size, int reversed, int depth,
                                              int most_nodes) {
    const GameKind kind(size, rules_of(reversed));
    Trace trace(most_nodes);
    try {
        const Found found = searched(search, {own, opp}, depth, mix_of(mix, kind), trace);
        reply =
            "{\"move\":" + std::to_string(found.move) + ",\"value\":" + text_of(found.value) +
            ",\"nodes\":" + list_of(trace.nodes(), [](const auto& node) { return text_of(node); }) +
            "}";
    } catch (const textbook::TraceTooLong&) {
        reply = "null";
    }
    return reply.c_str();
}

// The rounds of a Monte Carlo tree search.
EMSCRIPTEN_KEEPALIVE const char* trace_mcts(Bits own, Bits opp, int size, int reversed,
                                            int playouts, double seed, double exploration) {
    const GameKind kind(size, rules_of(reversed));
    const textbook::MctsSettings settings{.playouts = static_cast<std::uint64_t>(playouts),
                                          .exploration = exploration,
                                          // Room for all moves of the nodes, and no more.
                                          .most_nodes = std::size_t{64} * (playouts + 1)};
    std::vector<textbook::MctsRound> rounds;
    Watch watch;
    const textbook::MctsFound found =
        textbook::Mcts(kind, settings, &rounds)
            .search({own, opp}, static_cast<std::uint64_t>(seed), watch);
    reply = "{\"move\":" + std::to_string(found.move) + ",\"value\":" + text_of(found.value) +
            ",\"rounds\":" + list_of(rounds, [](const auto& round) { return text_of(round); }) +
            "}";
    return reply.c_str();
}

// What plain minimax counts in a position, also at depth 0 and in a finished game.
EMSCRIPTEN_KEEPALIVE const char* count_minimax(Bits own, Bits opp, int size, int reversed,
                                               int depth) {
    const GameKind kind(size, rules_of(reversed));
    Found found{.nodes = 1, .evaluations = 0};
    if (!kind.is_over({own, opp})) {
        Watch watch;
        if (depth == 0)
            found.evaluations = 1;
        else
            found = textbook::minimax({own, opp}, depth, Constant(kind), watch, LeafView::root);
    }
    reply = "{\"depth\":" + std::to_string(depth) + ",\"nodes\":" + std::to_string(found.nodes) +
            ",\"evaluations\":" + std::to_string(found.evaluations) + "}";
    return reply.c_str();
}

}  // extern "C"
}  // namespace obversi
