// A textbook search to a fixed depth.
#pragma once

#include <stdexcept>
#include <utility>

#include "core/players/player.hpp"
#include "core/textbook/alpha_beta.hpp"
#include "core/textbook/maximax.hpp"
#include "core/textbook/minimax.hpp"
#include "core/textbook/negamax.hpp"

namespace obversi {

enum class SearchMethod { minimax, alpha_beta, negamax, maximax };

class SearchPlayer final : public Player {
  public:
    // Looks a ply ahead or more.
    SearchPlayer(std::shared_ptr<const Heuristic> heuristic, SearchMethod method, int depth,
                 textbook::LeafView view)
        : Player(heuristic->kind()),
          heuristic_(std::move(heuristic)),
          method_(method),
          depth_(depth),
          view_(view) {
        if (depth < 1) throw std::invalid_argument("a search needs a depth of 1 or more");
        const bool either = method == SearchMethod::minimax || method == SearchMethod::alpha_beta;
        if (view != textbook::LeafView::root && !either)
            throw std::invalid_argument("only minimax and alpha-beta can see leaves as the mover");
    }

    std::unique_ptr<Player> clone() const override { return std::make_unique<SearchPlayer>(*this); }

    Choice choose(const Position& position, textbook::Watch& watch) override {
        const textbook::Found found = search(position, watch);
        return {found.move, found.nodes};
    }

  private:
    textbook::Found search(const Position& position, textbook::Watch& watch) const {
        switch (method_) {
            case SearchMethod::minimax:
                return textbook::minimax(position, depth_, *heuristic_, watch, view_);
            case SearchMethod::alpha_beta:
                return textbook::alpha_beta(position, depth_, *heuristic_, watch, view_);
            case SearchMethod::negamax:
                return textbook::negamax(position, depth_, *heuristic_, watch);
            default:
                return textbook::maximax(position, depth_, *heuristic_, watch);
        }
    }

    std::shared_ptr<const Heuristic> heuristic_;
    SearchMethod method_;
    int depth_;
    textbook::LeafView view_;
};

}  // namespace obversi
