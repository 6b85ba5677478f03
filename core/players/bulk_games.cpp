#include "core/players/bulk_games.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>

#include "core/board/stability.hpp"
#include "core/bulk/random.hpp"
#include "core/bulk/stop_flag.hpp"
#include "core/search/ending.hpp"

namespace obversi {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{50};

void add(RoundTable& sums, const RoundTable& more) {
    for (std::size_t round = 0; round < sums.size(); ++round) {
        RoundSums& sum = sums[round];
        const RoundSums& part = more[round];
        sum.positions += part.positions;
        sum.passes += part.passes;
        sum.moves += part.moves;
        sum.a_choices += part.a_choices;
        sum.b_choices += part.b_choices;
        sum.a_nodes += part.a_nodes;
        sum.b_nodes += part.b_nodes;
        sum.decided += part.decided;
        sum.winner_corners += part.winner_corners;
        sum.loser_corners += part.loser_corners;
        sum.winner_stable += part.winner_stable;
        sum.loser_stable += part.loser_stable;
    }
}

// One thread's part: players of its own, and its sums.
class ThreadGames {
  public:
    ThreadGames(const BulkPlan& plan, const StopFlag& stop)
        : plan_(plan),
          kind_(plan.a.kind()),
          corners_(corner_mask(kind_.size)),
          a_(plan.a.clone()),
          b_(plan.b.clone()),
          ending_(plan.solved > 0 ? Ending::make(kind_, stop) : nullptr) {}

    // Throws what a player throws; then of_a() says which of them it was.
    BulkGame play(std::size_t number, textbook::Watch& watch) {
        const Opening& opening = plan_.openings[number / 2 % plan_.openings.size()];
        Random seeds(plan_.seed, number);
        of_a_ = true;
        a_->begin(seeds.next());
        of_a_ = false;
        b_->begin(seeds.next());

        BulkGame game;
        Position position = opening.position;
        of_a_ = (opening.turn == Color::black) == (number % 2 == 0);
        const int first = count(position.own | position.opp);
        int round = first;
        look_at(position, round);
        while (!is_solved(position)) {
            watch.visit();
            Bits legal = kind_.legal_moves(position);
            if (!legal) {
                if (kind_.is_over(position)) break;
                rounds_[round].passed = true;
                position = position.passed();
                of_a_ = !of_a_;
                ++game.plies;
                legal = kind_.legal_moves(position);
            }
            const Choice choice = (of_a_ ? a_ : b_)->choose(position, watch);
            if (choice.move < 0 || choice.move >= kPass || !(legal & bit(choice.move)))
                throw std::logic_error("an illegal move");
            Round& now = rounds_[round];
            now.moves = count(legal);
            now.nodes = choice.nodes;
            now.of_a = of_a_;
            (of_a_ ? game.a_nodes : game.b_nodes) += choice.nodes;

            position = position.played(choice.move);
            of_a_ = !of_a_;
            ++game.plies;
            look_at(position, ++round);
        }

        const int margin = margin_of(position);
        game.margin = static_cast<std::int8_t>(of_a_ ? margin : -margin);
        game.discs = static_cast<std::uint8_t>(round);
        game.a_corners = rounds_[round].corners[0];
        game.b_corners = rounds_[round].corners[1];
        game.finished = true;
        add_up(first, round, game.margin);
        return game;
    }

    bool of_a() const { return of_a_; }
    const RoundTable& sums() const { return sums_; }

  private:
    // Of one game.
    struct Round {
        std::uint64_t nodes;
        std::uint8_t moves;
        bool of_a;  // who moved
        bool passed;
        std::uint8_t corners[2], stable[2];  // of A, of B
    };

    bool is_solved(const Position& position) const {
        return ending_ && kind_.empties(position) <= plan_.solved;
    }

    // Where the game has ended.
    int margin_of(const Position& position) {
        if (!is_solved(position)) return kind_.margin(position);
        return plan_.results_only ? ending_->result(position) : ending_->margin(position);
    }

    void look_at(const Position& position, int round) {
        const auto [own, opp] = position;
        Round& now = rounds_[round];
        now.passed = false;
        const int mover = of_a_ ? 0 : 1;
        now.corners[mover] = static_cast<std::uint8_t>(count(own & corners_));
        now.corners[1 - mover] = static_cast<std::uint8_t>(count(opp & corners_));
        now.stable[mover] = static_cast<std::uint8_t>(count(stable_discs(own, opp, kind_.size)));
        now.stable[1 - mover] =
            static_cast<std::uint8_t>(count(stable_discs(opp, own, kind_.size)));
    }

    void add_up(int first, int last, int margin) {
        for (int round = first; round <= last; ++round) {
            RoundSums& sum = sums_[round];
            const Round& now = rounds_[round];
            if (round < last) {
                sum.positions += 1 + now.passed;
                sum.passes += now.passed;
                sum.moves += now.moves;
                (now.of_a ? sum.a_choices : sum.b_choices) += 1;
                (now.of_a ? sum.a_nodes : sum.b_nodes) += now.nodes;
            }
            if (margin != 0) {
                const int winner = margin > 0 ? 0 : 1;
                ++sum.decided;
                sum.winner_corners += now.corners[winner];
                sum.loser_corners += now.corners[1 - winner];
                sum.winner_stable += now.stable[winner];
                sum.loser_stable += now.stable[1 - winner];
            }
        }
    }

    const BulkPlan& plan_;
    const GameKind kind_;
    const Bits corners_;
    const std::unique_ptr<Player> a_, b_;
    const std::unique_ptr<Ending> ending_;
    bool of_a_ = true;  // whose turn it is
    std::array<Round, 65> rounds_;
    RoundTable sums_{};
};

class Run {
  public:
    Run(const BulkPlan& plan, const BulkHost& host, BulkGames& played)
        : plan_(plan), host_(host), played_(played) {}

    // The caller's thread plays only if there is no other: it has to react to interrupts.
    void play() {
        std::vector<std::thread> threads;
        const std::size_t wanted = std::min<std::size_t>(plan_.threads, played_.games.size());
        threads.reserve(wanted);
        working_ = wanted;
        try {
            while (threads.size() < wanted)
                threads.emplace_back([this] {
                    work([this] {
                        stopped_.check();
                        if (host_.give_way) host_.give_way();
                    });
                    leave(1);
                });
        } catch (const std::system_error&) {
            // The system gives no more threads; those that run do all the work.
            leave(wanted - threads.size());
        }
        if (threads.empty()) work([this] { look(); });
        wait();
        for (std::thread& thread : threads) thread.join();
        std::ranges::sort(played_.failures, {}, &GameFailure::game);
        if (error_) std::rethrow_exception(error_);
    }

  private:
    void work(const std::function<void()>& interrupt) noexcept {
        try {
            play_all(ThreadGames(plan_, stopped_), interrupt);
        } catch (const Stopped&) {
        } catch (...) {
            stop(std::current_exception());
        }
    }

    void play_all(ThreadGames games, const std::function<void()>& interrupt) {
        textbook::Watch watch(interrupt);
        try {
            for (std::size_t number;
                 !stopped_.is_set() && (number = next_++) < played_.games.size();)
                keep(number, play_one(games, number, watch));
        } catch (...) {
            keep(games.sums());
            throw;
        }
        keep(games.sums());
    }

    BulkGame play_one(ThreadGames& games, std::size_t number, textbook::Watch& watch) {
        try {
            return games.play(number, watch);
        } catch (const Stopped&) {
            throw;
        } catch (...) {
            stopped_.check();
            return lost(number, games.of_a(), describe(std::current_exception()));
        }
    }

    BulkGame lost(std::size_t number, bool of_a, std::string reason) {
        const std::lock_guard lock(mutex_);
        played_.failures.push_back({number, of_a, std::move(reason)});
        const int size = plan_.a.kind().size;
        BulkGame game;
        game.margin = static_cast<std::int8_t>(of_a ? -size * size : size * size);
        game.finished = true;
        return game;
    }

    std::string describe(const std::exception_ptr& error) const {
        if (host_.describe) return host_.describe(error);
        try {
            std::rethrow_exception(error);
        } catch (const std::exception& failure) {
            return failure.what();
        }
    }

    void keep(std::size_t number, const BulkGame& game) {
        played_.games[number] = game;
        ++(game.margin > 0 ? wins_ : game.margin < 0 ? losses_ : draws_);
    }

    void keep(const RoundTable& sums) {
        const std::lock_guard lock(mutex_);
        add(played_.rounds, sums);
    }

    void wait() {
        std::unique_lock lock(mutex_);
        while (working_ > 0) {
            changed_.wait_for(lock, kBetweenLooks);
            lock.unlock();
            try {
                look();
            } catch (const Stopped&) {
            }
            lock.lock();
        }
    }

    void look() {
        stopped_.check();
        if (!host_.look) return;
        try {
            host_.look({wins_, draws_, losses_});
        } catch (...) {
            stop(std::current_exception());
            throw Stopped();
        }
    }

    void leave(std::size_t threads) {
        const std::lock_guard lock(mutex_);
        working_ -= threads;
        changed_.notify_all();
    }

    void stop(const std::exception_ptr& error) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = error;
        stopped_.set();
    }

    const BulkPlan& plan_;
    const BulkHost& host_;
    BulkGames& played_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> wins_{0}, draws_{0}, losses_{0};
    StopFlag stopped_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::size_t working_ = 0;
    std::exception_ptr error_;
};

}  // namespace

void play_games(const BulkPlan& plan, const BulkHost& host, BulkGames& played) {
    Run(plan, host, played).play();
}

}  // namespace obversi
