// Players, and games in bulk.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/checks.hpp"
#include "bindings/interrupt.hpp"
#include "bindings/raised_error.hpp"
#include "core/players/bulk_games.hpp"
#include "core/players/deepening_player.hpp"
#include "core/players/engine_player.hpp"
#include "core/players/greedy_player.hpp"
#include "core/players/leftover_player.hpp"
#include "core/players/monte_carlo_player.hpp"
#include "core/players/perfect_ending_player.hpp"
#include "core/players/random_player.hpp"
#include "core/players/search_player.hpp"
#include "core/search/process.hpp"

namespace obversi {
namespace {

// A player as a Python object. Several threads may call it: they wait for each other. After a fork
// the child has a copy of its own, since the player may need threads that are missing there.
class SharedPlayer {
  public:
    explicit SharedPlayer(std::unique_ptr<Player> player) : player_(std::move(player)) {}
    virtual ~SharedPlayer() = default;

    const GameKind& kind() const { return player_->kind(); }

    std::unique_ptr<Player> clone() {
        const Turn turn(*this);
        return player_->clone();
    }

    void begin(std::uint64_t seed) {
        const Turn turn(*this);
        player_->begin(seed);
    }

    std::pair<Square, std::uint64_t> choose(Bits own, Bits opp) {
        const Position position{own, opp};
        check_position(position, kind().size);
        if (!kind().legal_moves(position)) throw nb::value_error("there is no move to choose");
        const Turn turn(*this);
        textbook::Watch watch(signals_interrupt());
        const Choice choice = player_->choose(position, watch);
        return {choice.move, choice.nodes};
    }

  private:
    // Without the interpreter's lock; an evaluation in Python may need that before its turn ends.
    class Turn {
      public:
        explicit Turn(SharedPlayer& player) : player_(player) {
            const ProcessId here = process_id();
            for (ProcessId holder = 0; !player.holder_.compare_exchange_weak(holder, here);
                 holder = 0) {
                if (holder != 0 && holder != here)
                    throw std::runtime_error(
                        "this player was choosing a move when the process was forked: make "
                        "another one");
                if (player.owner_ == std::this_thread::get_id())
                    throw std::runtime_error("this player is choosing a move: ask another one");
                if (holder == here) player.holder_.wait(here);
            }
            player.owner_ = std::this_thread::get_id();
            if (player.process_ != here) player.player_ = player.player_->clone();
            player.process_ = here;
        }
        ~Turn() {
            player_.owner_ = std::thread::id();
            player_.holder_ = 0;
            player_.holder_.notify_one();
        }
        Turn(const Turn&) = delete;
        Turn& operator=(const Turn&) = delete;

      private:
        SharedPlayer& player_;
    };

    std::unique_ptr<Player> player_;
    // A lock that shows which process holds it, or 0; a fork copies a lock that is held.
    std::atomic<ProcessId> holder_{0};
    std::atomic<std::thread::id> owner_{};
    ProcessId process_ = process_id();  // that the player belongs to; under the lock
};

// In Python each kind is a class.
template <class Kind>
class SharedPlayerOf final : public SharedPlayer {
  public:
    explicit SharedPlayerOf(std::unique_ptr<Kind> player) : SharedPlayer(std::move(player)) {}
};

template <class Kind>
using PlayerClass = nb::class_<SharedPlayerOf<Kind>, SharedPlayer>;

template <class Kind, class... Settings>
void make(SharedPlayerOf<Kind>* self, Settings&&... settings) {
    new (self) SharedPlayerOf<Kind>(std::make_unique<Kind>(std::forward<Settings>(settings)...));
}

// For players that need to know the game alone.
template <class Kind>
void bind_simple_player(nb::module_& module, const char* name, const char* meaning) {
    PlayerClass<Kind>(module, name, meaning)
        .def(
            "__init__",
            [](SharedPlayerOf<Kind>* self, int size, bool reversed) {
                make(self, checked_kind(size, reversed));
            },
            nb::arg("size"), nb::arg("reversed"));
}

SearchMethod search_method(const std::string& name) {
    if (name == "minimax") return SearchMethod::minimax;
    if (name == "alpha_beta") return SearchMethod::alpha_beta;
    if (name == "negamax") return SearchMethod::negamax;
    if (name == "maximax") return SearchMethod::maximax;
    throw std::invalid_argument("there is no search '" + name + "'");
}

textbook::LeafView leaf_view(const std::string& name) {
    if (name == "root") return textbook::LeafView::root;
    if (name == "mover") return textbook::LeafView::mover;
    throw std::invalid_argument("leaves are seen as 'root' or 'mover', not as '" + name + "'");
}

textbook::DeepeningLimits deepening_limits(double seconds, double q, int depth) {
    check_finite("q", q);
    check_depth(depth, 1);
    return {.seconds = checked_seconds(seconds), .q = q, .depth = depth};
}

void bind_search_players(nb::module_& module) {
    PlayerClass<SearchPlayer>(module, "SearchPlayer", "A textbook search to a fixed depth.")
        .def(
            "__init__",
            [](SharedPlayerOf<SearchPlayer>* self, std::shared_ptr<Heuristic> heuristic,
               const std::string& method, int depth, const std::string& view) {
                check_depth(depth, 1);
                make(self, std::move(heuristic), search_method(method), depth, leaf_view(view));
            },
            nb::arg("heuristic"), nb::arg("method"), nb::arg("depth"),
            nb::arg("leaf_view") = "root",
            "The method is minimax, alpha_beta, negamax or maximax; the leaf view root or mover.");

    PlayerClass<DeepeningPlayer>(module, "DeepeningPlayer", "A search that deepens in its time.")
        .def(
            "__init__",
            [](SharedPlayerOf<DeepeningPlayer>* self, std::shared_ptr<Heuristic> heuristic,
               double seconds, double q, int depth) {
                make(self, std::move(heuristic), deepening_limits(seconds, q, depth));
            },
            nb::arg("heuristic"), nb::arg("seconds"), nb::arg("q"),
            nb::arg("depth") = textbook::kLongestGame);
}

void bind_monte_carlo_player(nb::module_& module) {
    PlayerClass<MonteCarloPlayer>(module, "MonteCarloPlayer", "Monte Carlo tree search.")
        .def(
            "__init__",
            [](SharedPlayerOf<MonteCarloPlayer>* self, int size, bool reversed,
               std::uint64_t playouts, double seconds, double exploration) {
                check_finite("exploration", exploration);
                make(self, checked_kind(size, reversed),
                     textbook::MctsSettings{.playouts = playouts,
                                            .seconds = checked_seconds(seconds),
                                            .exploration = exploration});
            },
            nb::arg("size"), nb::arg("reversed"), nb::arg("playouts"), nb::arg("seconds"),
            nb::arg("exploration"), "A limit of 0 is none.");

    PlayerClass<LeftoverPlayer>(
        module, "LeftoverPlayer",
        "A search that deepens, and Monte Carlo tree search in the time that is left.")
        .def(
            "__init__",
            [](SharedPlayerOf<LeftoverPlayer>* self, std::shared_ptr<Heuristic> heuristic,
               double seconds, double q, double lead, int depth, std::uint64_t playouts) {
                check_finite("lead", lead);
                make(self, std::move(heuristic), deepening_limits(seconds, q, depth),
                     textbook::MctsSettings{.playouts = playouts}, lead);
            },
            nb::arg("heuristic"), nb::arg("seconds"), nb::arg("q"), nb::arg("lead"),
            nb::arg("depth") = textbook::kLongestGame, nb::arg("playouts") = 0,
            "The seconds are for both searches. The move with the most visits is played if it was "
            "won more often by more than the lead. A limit of 0 playouts is none.");
}

void bind_engine_player(nb::module_& module) {
    PlayerClass<EnginePlayer>(module, "EnginePlayer", "The engine, on one thread.")
        .def(
            "__init__",
            [](SharedPlayerOf<EnginePlayer>* self, int size, bool reversed,
               std::shared_ptr<Evaluation> evaluation, int depth, std::uint64_t nodes,
               double seconds, std::size_t hash_bytes) {
                check_depth(depth);
                if (hash_bytes == 0) reject("hash_bytes must be above 0");
                make(self, checked_kind(size, reversed), std::move(evaluation),
                     Limits{checked_seconds(seconds), depth, nodes}, hash_bytes);
            },
            nb::arg("size"), nb::arg("reversed"), nb::arg("evaluation").none(), nb::arg("depth"),
            nb::arg("nodes"), nb::arg("seconds"), nb::arg("hash_bytes"), "A limit of 0 is none.");
}

void bind_perfect_ending_player(nb::module_& module) {
    PlayerClass<PerfectEndingPlayer>(module, "PerfectEndingPlayer",
                                     "Another player, and the last squares perfectly.")
        .def(
            "__init__",
            [](SharedPlayerOf<PerfectEndingPlayer>* self, SharedPlayer& player, int last) {
                check_between("last", last, 0, 64);
                make(self, player.clone(), last);
            },
            nb::arg("player"), nb::arg("last"), Release());
}

// What a player has thrown, in a line. An exception that ends the program is not a player's
// failure.
std::string described(const std::exception_ptr& error) {
    const AcquiredLock lock;
    try {
        std::rethrow_exception(error);
    } catch (const RaisedError& problem) {
        const nb::python_error& raised = problem.error();
        if (!raised.matches(PyExc_Exception)) throw;
        std::string text = nb::cast<std::string>(raised.type().attr("__name__"));
        try {
            if (const nb::str message(raised.value()); nb::len(message) > 0)
                text += std::string(": ") + message.c_str();
        } catch (const nb::python_error&) {
            // It cannot be shown; its type says enough.
        }
        return text;
    } catch (const HeuristicError& problem) {
        return std::string("EvaluationError: ") + problem.what();
    } catch (const std::exception& problem) {
        return problem.what();
    }
}

// The number of the game, whether A failed, and the reason.
using Failures = nb::typed<nb::list, nb::typed<nb::tuple, std::size_t, bool, std::string>>;
// Gets the wins, draws and losses of A.
using OnProgress =
    std::optional<nb::typed<nb::callable, void(std::size_t, std::size_t, std::size_t)>>;

using GameRows = nb::ndarray<std::int64_t, nb::shape<-1, 8>, nb::c_contig, nb::device::cpu>;
using RoundRows = nb::ndarray<std::uint64_t, nb::shape<65, 12>, nb::c_contig, nb::device::cpu>;

void write(const BulkGames& played, const GameRows& games, const RoundRows& rounds,
           Failures failures) {
    std::int64_t* row = games.data();
    for (const BulkGame& game : played.games)
        for (const std::int64_t number :
             {std::int64_t{game.finished}, std::int64_t{game.margin}, std::int64_t{game.plies},
              std::int64_t{game.discs}, std::int64_t{game.a_corners}, std::int64_t{game.b_corners},
              static_cast<std::int64_t>(game.a_nodes), static_cast<std::int64_t>(game.b_nodes)})
            *row++ = number;
    static_assert(sizeof(RoundSums) == 12 * sizeof(std::uint64_t));
    std::memcpy(rounds.data(), played.rounds.data(), sizeof(played.rounds));
    for (const GameFailure& failure : played.failures)
        failures.append(nb::make_tuple(failure.game, failure.of_a, failure.reason));
}

void play_in_bulk(SharedPlayer& a, SharedPlayer& b, const Positions<const Bits>& positions,
                  const Array<const std::int8_t>& turns, std::uint64_t seed, int threads,
                  int solved, bool results_only, const OnProgress& on_progress,
                  const GameRows& games, const RoundRows& rounds, Failures failures) {
    if (a.kind().size != b.kind().size || a.kind().rules != b.kind().rules)
        throw std::invalid_argument("the players play different games");
    if (turns.shape(0) != positions.shape(0) || turns.shape(0) == 0)
        throw std::invalid_argument("games need openings, and each opening needs a mover");
    check_positions(span(positions), a.kind().size);
    for (const std::int8_t turn : span(turns))
        if (turn != -1 && turn != 1) reject("a turn must be -1 or 1");
    check_threads(threads);
    check_between("solved", solved, 0, 64);
    std::vector<Opening> openings;
    for (std::size_t i = 0; i < turns.shape(0); ++i)
        openings.push_back({span(positions)[i], static_cast<Color>(turns.data()[i])});
    // Threads that call a Python function again and again would hardly ever leave the interpreter's
    // lock to the one that waits for Ctrl-C.
    std::atomic<bool> caller_waits{false};
    BulkHost host;
    host.give_way = [&] {
        while (caller_waits) std::this_thread::sleep_for(std::chrono::microseconds(50));
    };
    host.look = [&](const Standing& now) {
        caller_waits = true;
        const AcquiredLock lock;
        caller_waits = false;
        if (PyErr_CheckSignals() != 0) nb::raise_python_error();
        if (!on_progress) return;
        const nb::object done = nb::steal(call_python([&] {
            return PyObject_CallFunction(on_progress->ptr(), "nnn", now.wins, now.draws,
                                         now.losses);
        }));
        if (!done.is_valid()) nb::raise_python_error();
    };
    host.describe = &described;

    BulkGames played(games.shape(0));
    std::exception_ptr error;
    {
        const ReleasedLock release;
        const auto first = a.clone(), second = b.clone();
        try {
            play_games({*first, *second, openings, seed, threads, solved, results_only}, host,
                       played);
        } catch (...) {
            error = std::current_exception();
        }
    }
    write(played, games, rounds, failures);
    if (error) std::rethrow_exception(error);
}

void bind_bulk_games(nb::module_& module) {
    module.def(
        "play_games", &play_in_bulk, nb::arg("a"), nb::arg("b"), nb::arg("positions"),
        nb::arg("turns"), nb::arg("seed"), nb::arg("threads"), nb::arg("solved"),
        nb::arg("results_only"), nb::arg("on_progress"), nb::arg("games"), nb::arg("rounds"),
        nb::arg("failures"),
        "Play a game for each row of `games`: two from each opening, the first with A as black. "
        "With `solved` empty squares a game ends with the margin of perfect play, or its sign. "
        "The results are right even if an exception ends the games.\n\n"
        "Columns of games: finished, margin of A, plies, discs, corners of A and B, nodes of A and "
        "B. Of rounds, a row for each number of discs: positions, passes, legal moves, choices of "
        "A "
        "and B, nodes of A and B, decided games, corners of winners and losers, stable discs of "
        "winners and losers. Failures are (game, whether A failed, reason). Progress is reported "
        "as wins, draws and losses of A.");
}

}  // namespace

void bind_players(nb::module_& module) {
    nb::class_<SharedPlayer>(module, "Player", "Someone who moves, of one of the six games.")
        .def("begin", &SharedPlayer::begin, nb::arg("seed"), Release(),
             "Begin a game; what is left to chance in it depends on the seed.")
        .def("choose", &SharedPlayer::choose, nb::arg("own"), nb::arg("opp"), Release(),
             "Choose a move, which there must be: its number, and the positions looked at.")
        .def_prop_ro(
            "size", [](const SharedPlayer& player) { return player.kind().size; },
            "The boards that it plays on.")
        .def_prop_ro(
            "reversed",
            [](const SharedPlayer& player) { return player.kind().rules == Rules::reversed; },
            "The rules that it plays by.");

    bind_simple_player<RandomPlayer>(module, "RandomPlayer", "Any legal move.");
    bind_simple_player<GreedyPlayer>(module, "GreedyPlayer",
                                     "The best margin right after the move.");
    bind_search_players(module);
    bind_monte_carlo_player(module);
    bind_engine_player(module);
    bind_perfect_ending_player(module);
    bind_bulk_games(module);
}

}  // namespace obversi
