// What several threads do at once; these tests also run under the thread sanitizer.
#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "core/reference/endgames.hpp"
#include "core/reference/evaluation.hpp"
#include "core/search/engine.hpp"
#include "core/search/split.hpp"
#include "core/search/table.hpp"
#include "core/tests/examples.hpp"
#include "core/tests/known_endgames.hpp"

namespace obversi::threads_test {
using reference::Endgame;
using reference::KnownEndgame;

namespace {

constexpr std::size_t kSmallTable = 1 << 20;
constexpr double kTimeout = 60;  // seconds; a search that should end ends long before

Task exact_task(const Position& position, int size, Rules rules, int lines = 1) {
    return {.position = position,
            .size = size,
            .rules = rules,
            .limits = {},
            .lines = lines,
            .exact = true};
}
Task endless_task(Rules rules) { return exact_task(Position::start(8), 8, rules); }

void check_known(Engine& engine, const KnownEndgame& known, int lines = 1) {
    CAPTURE(known.cells);
    CAPTURE(known.text);
    const Report report =
        engine.run(exact_task(known.position(), known.size(), known.rules, lines));
    CHECK(report.exact);
    auto margins = known.margins();
    std::ranges::stable_sort(margins, std::greater{}, &reference::MoveMargin::margin);
    REQUIRE(report.lines.size() == std::min<std::size_t>(lines, margins.size()));
    for (std::size_t i = 0; i < report.lines.size(); ++i) {
        CHECK(report.lines[i].margin == margins[i].margin);
        const auto same =
            std::ranges::find(margins, report.lines[i].move, &reference::MoveMargin::square);
        REQUIRE(same != margins.end());
        CHECK(same->margin == margins[i].margin);
    }
}

bool is_legal(const Report& report, const Task& task) {
    return report.lines.size() == 1 &&
           (reference::stepwise_moves(task.position.own, task.position.opp, task.size) >>
                report.lines[0].move &
            1);
}

bool wait_for_the_end(Engine& engine) {
    const auto begin = std::chrono::steady_clock::now();
    while (!engine.wait(0.01)) {
        engine.next_report();
        if (std::chrono::steady_clock::now() - begin > std::chrono::duration<double>(kTimeout))
            return false;
    }
    return true;
}

// Runs the same body in several threads; checks belong behind it, for they are not made for
// threads.
template <class Body>
void in_threads(int threads, const Body& body) {
    std::vector<std::jthread> running;
    for (int i = 0; i < threads; ++i) running.emplace_back([&body, i] { body(i); });
}

}  // namespace

TEST_SUITE_BEGIN("threads");

TEST_CASE("threads: any number of them finds the same exact margins") {
    for (const int threads : {2, 4}) {
        CAPTURE(threads);
        for (const KnownEndgame& known :
             reference::small_endgames().first(reference::examples(8, 4))) {
            Engine engine(threads, kSmallTable);
            check_known(engine, known, 2);
        }
    }
}

TEST_CASE("threads: a depth is searched as by one of them") {
    std::mt19937_64 random(63);
    for (const int size : {6, 8})
        for (const Rules rules : {Rules::normal, Rules::reversed})
            for (int i = 0; i < reference::examples(4, 1); ++i) {
                const auto evaluation = reference::random_evaluation(i, size, rules);
                Task task = exact_task(
                    reference::endgame(random, size, 20, reference::Origin::sensible_play), size,
                    rules, 3);
                task.exact = false;
                task.limits.depth = reference::examples(8, 6);
                CAPTURE(task.position.own);
                CAPTURE(task.position.opp);
                std::vector<int> expected;
                for (const int threads : {1, 2, 4}) {
                    CAPTURE(threads);
                    Engine engine(threads, kSmallTable);
                    engine.use(evaluation);
                    engine.set({.probcut = false});
                    std::vector<int> margins;
                    for (const Line& line : engine.run(task).lines) margins.push_back(line.margin);
                    if (threads == 1) expected = margins;
                    CHECK(margins == expected);
                }
            }
}

TEST_CASE("threads: reports come in order, and the last is the result") {
    Engine engine(2, kSmallTable);
    engine.use(reference::random_evaluation(4, 8, Rules::reversed));
    Task task = endless_task(Rules::reversed);
    task.exact = false;
    task.limits.depth = 7;
    engine.start(task);
    std::vector<int> depths;
    for (bool ended = false; !ended;) {
        ended = engine.wait(0.01);
        while (const auto report = engine.next_report()) depths.push_back(report->depth);
    }
    CHECK(depths == std::vector<int>{1, 2, 3, 4, 5, 6, 7});
    CHECK(engine.result().depth == 7);
    CHECK(is_legal(engine.result(), task));
    CHECK_FALSE(engine.next_report());
}

TEST_CASE(
    "threads: a search that is stopped at any moment has a legal move and leaves a valid table") {
    std::mt19937_64 random(61);
    for (const int threads : {1, 3})
        for (const KnownEndgame& known : reference::small_endgames().last(4)) {
            Engine engine(threads, kSmallTable);
            const Task task = exact_task(known.position(), known.size(), known.rules);
            for (int i = 0; i < 25; ++i) {
                engine.start(task);
                std::this_thread::sleep_for(std::chrono::microseconds(random() % 3000));
                engine.stop();
                REQUIRE(wait_for_the_end(engine));
                CHECK(is_legal(engine.result(), task));
            }
            // The entries that they left in the table are right.
            check_known(engine, known, 2);
        }
}

TEST_CASE("threads: an endless search can be stopped, replaced or destroyed") {
    for (const int threads : {1, 2}) {
        Engine engine(threads, kSmallTable);
        engine.use(reference::random_evaluation(5, 8, Rules::normal));
        engine.start(endless_task(Rules::normal));
        CHECK_FALSE(engine.wait(0));
        engine.start(endless_task(Rules::reversed));
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        engine.stop();
        engine.stop();
        REQUIRE(wait_for_the_end(engine));
        CHECK_FALSE(engine.result().exact);
        CHECK(is_legal(engine.result(), endless_task(Rules::reversed)));

        engine.start(exact_task(Position::start(4), 4, Rules::normal));
        REQUIRE(wait_for_the_end(engine));
        CHECK(engine.result().lines.at(0).margin == -10);
        CHECK(engine.run(exact_task(Position::start(4), 4, Rules::reversed)).lines.at(0).margin ==
              4);
        engine.start(endless_task(Rules::normal));
    }
    // Nor does a table have to be used at all.
    Engine(4, kSmallTable);
}

TEST_CASE("threads: stopping, waiting and taking reports from several threads") {
    Engine engine(2, kSmallTable);
    engine.use(reference::random_evaluation(6, 8, Rules::normal));
    std::atomic<int> reports{0};
    for (int round = 0; round < 5; ++round) {
        engine.start(endless_task(Rules::normal));
        std::atomic<bool> ended{false};
        in_threads(3, [&](int thread) {
            if (thread == 0) {
                std::this_thread::sleep_for(std::chrono::milliseconds(15));
                engine.stop();
            }
            while (!ended) {
                if (engine.next_report()) ++reports;
                if (engine.wait(0.002)) ended = true;
            }
        });
        CHECK(is_legal(engine.result(), endless_task(Rules::normal)));
    }
    CHECK(reports > 0);
}

TEST_CASE("threads: searches begun by several threads come one after the other") {
    Engine engine(2, kSmallTable);
    Task task = endless_task(Rules::reversed);
    task.exact = false;
    task.limits.depth = 4;
    in_threads(3, [&](int) {
        for (int i = 0; i < 10; ++i) {
            engine.start(task);
            engine.wait(0.001);
        }
    });
    REQUIRE(wait_for_the_end(engine));
    CHECK(is_legal(engine.result(), task));
}

TEST_CASE("threads: a pool whose threads cannot all be started throws, and ends those that run") {
    std::atomic<int> ended{0};
    int started = 0;
    const auto start = [&](std::function<void()> body) {
        if (started == 3)
            throw std::system_error(
                std::make_error_code(std::errc::resource_unavailable_try_again));
        ++started;
        return std::thread([&ended, body = std::move(body)] {
            body();
            ++ended;
        });
    };
    std::string message;
    try {
        ThreadPool pool(7, start);
    } catch (const std::system_error& error) {
        CHECK(error.code() == std::errc::resource_unavailable_try_again);
        message = error.what();
    }
    CHECK(message.starts_with("only 4 of 8 threads could be started"));
    CHECK(ended == 3);
    CHECK_NOTHROW(ThreadPool(3, [](auto body) { return std::thread(std::move(body)); }));
}

namespace {

// Has work for some threads, each of which stays until all of them are there.
class Meeting final : public SplitPoint {
  public:
    explicit Meeting(int wanted) : SplitPoint(nullptr), wanted_(wanted) {}

    void help(int) override {
        std::unique_lock lock(mutex_);
        ++here_;
        changed_.notify_all();
        wait(lock);
    }
    bool has_work() const override { return here_ < wanted_; }

    bool has_met() {
        std::unique_lock lock(mutex_);
        return wait(lock);
    }

  private:
    bool wait(std::unique_lock<std::mutex>& lock) {
        return changed_.wait_for(lock, std::chrono::duration<double>(kTimeout),
                                 [&] { return here_ == wanted_; });
    }

    const int wanted_;
    std::atomic<int> here_{0};
    std::mutex mutex_;
    std::condition_variable changed_;
};

}  // namespace

TEST_CASE("threads: all threads of a pool help, whether they look for work or sleep") {
    ThreadPool pool(3);
    for (int i = 0; i < 8; ++i) {
        Meeting meeting(3);
        pool.offer(meeting);
        CHECK(meeting.has_met());
        pool.take_back(meeting, 0);
        // After the pause the threads sleep; without it most of them still look for work.
        if (i % 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

TEST_CASE("threads: a pool counts split points and the time without work") {
    ThreadPool pool(2);
    CHECK(pool.counters().splits == 0);
    for (int i = 0; i < 3; ++i) {
        Meeting meeting(2);
        pool.offer(meeting);
        CHECK(meeting.has_met());
        pool.take_back(meeting, 0);
    }
    const ThreadCounters first = pool.counters();
    CHECK(first.splits == 3);
    CHECK(first.idle_seconds > 0);
    // Once both wait, the sum grows twice as fast as the time.
    while (!pool.has_idle(2)) std::this_thread::yield();
    const auto begin = std::chrono::steady_clock::now();
    const double before = pool.counters().idle_seconds;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const double after = pool.counters().idle_seconds;
    const std::chrono::duration<double> whole = std::chrono::steady_clock::now() - begin;
    CHECK(after - before >= 2 * 0.002);
    CHECK(after - before <= 2 * whole.count());
}

TEST_CASE("threads: one thread shares no node and is never idle") {
    Engine engine(1, kSmallTable);
    for (const KnownEndgame& known : reference::small_endgames().subspan(0, 2))
        check_known(engine, known);
    CHECK(engine.thread_counters().splits == 0);
    CHECK(engine.thread_counters().idle_seconds == 0);
}

TEST_CASE("threads: a pool passes on any other failure of its starter") {
    const auto start = [](std::function<void()>) -> std::thread { throw std::bad_alloc(); };
    CHECK_THROWS_AS(ThreadPool(1, start), std::bad_alloc);
}

TEST_CASE("threads: many engines at once do not disturb each other") {
    std::atomic<int> searched{0}, right{0};
    in_threads(4, [&](int thread) {
        Engine engine(1 + thread / 2, kSmallTable);
        for (const KnownEndgame& known : reference::small_endgames().subspan(2 * thread, 2)) {
            const Report report =
                engine.run(exact_task(known.position(), known.size(), known.rules));
            int best = -64;
            for (const auto& move : known.margins()) best = std::max(best, move.margin);
            right += report.exact && report.lines.at(0).margin == best;
            ++searched;
        }
    });
    CHECK(searched == 8);
    CHECK(right == searched);
}

TEST_CASE("threads: a table returns nothing that was not stored in it") {
    // A small table, so that the threads overwrite each other's entries.
    Table table(2000);
    std::mt19937_64 random(62);
    std::vector<Position> positions;
    for (int i = 0; i < 64; ++i)
        positions.push_back(reference::endgame(random, 8, 20, reference::Origin::random_play));
    std::atomic<int> found{0}, wrong{0};
    in_threads(4, [&](int thread) {
        std::mt19937_64 choose(thread);
        for (int i = 0; i < 20'000; ++i) {
            const int at = static_cast<int>(choose() % positions.size());
            const auto [own, opp] = positions[at];
            if (i % 2) {
                table.keep(own, opp, 10, kUnselective, -64, 64, at - 32, at);
                continue;
            }
            Known known;
            if (!table.find(own, opp, known)) continue;
            ++found;
            if (known.lower != at - 32 || known.upper != at - 32 || known.best != at) ++wrong;
        }
    });
    CHECK(found > 100);
    CHECK(wrong == 0);
}

TEST_SUITE_END();

}  // namespace obversi::threads_test
