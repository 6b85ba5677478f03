// Another player, until few enough squares are empty for a search to the end.
#pragma once

#include <utility>

#include "core/players/player.hpp"
#include "core/textbook/perfect.hpp"

namespace obversi {

class PerfectEndingPlayer final : public Player {
  public:
    // Plays perfectly as soon as no more than `last` squares are empty.
    PerfectEndingPlayer(std::unique_ptr<Player> player, int last)
        : Player(player->kind()), player_(std::move(player)), last_(last) {}

    std::unique_ptr<Player> clone() const override {
        return std::make_unique<PerfectEndingPlayer>(player_->clone(), last_);
    }

    void begin(std::uint64_t seed) override { player_->begin(seed); }

    Choice choose(const Position& position, textbook::Watch& watch) override {
        if (kind().empties(position) > last_) return player_->choose(position, watch);
        const textbook::Found found = textbook::perfect(position, kind(), watch);
        return {found.move, found.nodes};
    }

  private:
    std::unique_ptr<Player> player_;
    int last_;
};

}  // namespace obversi
