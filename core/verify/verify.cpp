#include "core/verify/verify.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "core/bulk/random.hpp"
#include "core/reference/endgames.hpp"
#include "core/reference/evaluation.hpp"
#include "core/reference/switches.hpp"
#include "core/search/engine.hpp"

namespace obversi {

namespace {

constexpr std::size_t kHashBytes = 1 << 20;
constexpr int kAllLines = 64;
// Far more than any of these endgames takes: a search that does not end is a mismatch.
constexpr std::uint64_t kEngineNodes = 500'000'000;
// What the slow solver may take for one of the deep endgames: about ten seconds.
constexpr std::uint64_t kSlowNodes = 20'000'000;

constexpr const char* kOriginNames[] = {"random play", "sensible play", "strewn", "lopsided"};

struct Case {
    Position position;
    int size, empties;
    bool deep = false;
    reference::Origin origin;
    int margin;
};

// Chooses one of the values 0, 1, … by their weights.
int draw(std::mt19937_64& random, std::initializer_list<int> weights) {
    int rest = 0, value = 0;
    for (const int weight : weights) rest += weight;
    rest = static_cast<int>(random() % rest);
    for (const int weight : weights) {
        if (rest < weight) break;
        rest -= weight;
        ++value;
    }
    return value;
}

// Endgame number `index` of a seed.
Case make_case(const VerifySettings& settings, int index) {
    std::mt19937_64 random(mixed(mixed(settings.seed) + 2 * static_cast<std::uint64_t>(index) +
                                 (settings.rules == Rules::reversed)));
    for (;;) {
        Case made;
        made.deep = settings.deep && index % 50 == 49;
        if (made.deep) {
            made.size = random() % 2 ? 8 : 6;
            made.empties =
                made.size == 8 ? 15 + draw(random, {3, 2, 1}) : 16 + draw(random, {1, 1, 1});
        } else {
            made.size = 8 - 2 * draw(random, {78, 16, 6});
            if (made.size == 8) made.empties = 10 + draw(random, {50, 32, 11, 4, 3});
            if (made.size == 6) made.empties = 10 + draw(random, {1, 1, 1, 1, 1});
            if (made.size == 4) made.empties = 5 + draw(random, {1, 1, 1, 1, 1, 1, 1});
        }
        made.origin =
            reference::kOrigins[made.deep ? draw(random, {1, 2}) : draw(random, {8, 8, 2, 2})];
        made.position = reference::endgame(random, made.size, made.empties, made.origin);
        if (index % 20 == 7 && !reference::must_pass(made.position, made.size)) continue;

        reference::Endgame slow(made.size, settings.rules);
        if (made.deep) slow.most_nodes = kSlowNodes;
        made.margin = slow.margin(made.position);
        if (!slow.gave_up()) return made;
    }
}

// What one thread does.
class Worker {
  public:
    explicit Worker(const VerifySettings& settings) : settings_(settings) {}

    void check(int index) {
        const Case made = make_case(settings_, index);
        count(made);
        // Half of the engines have an evaluation, a random one.
        const bool foolish = index % 2;
        Engine& engine = engine_for(made.size, 1, foolish);
        const std::vector<reference::NamedSwitches>& switches = reference::all_switches();
        check_margin(made, engine, switches.front(), true);
        check_margin(made, engine, switches[1 + index % (switches.size() - 1)], false);
        if (index % 4 == 0)
            check_margin(made, engine_for(made.size, 2, foolish), {"two threads", {}}, false);
        if (index % 16 == 5) check_who_wins(made, engine);
        if (index % 16 == 9 && made.empties <= 11) check_every_move(made, engine);
    }

    const Verified& verified() const { return verified_; }

  private:
    Engine& engine_for(int size, int threads, bool foolish) {
        auto& engine = engines_[size / 2 - 2][threads - 1][foolish];
        if (!engine) {
            engine = std::make_unique<Engine>(threads, kHashBytes);
            if (foolish)
                engine->use(reference::random_evaluation(settings_.seed, size, settings_.rules));
        }
        return *engine;
    }

    void count(const Case& made) {
        ++verified_.positions;
        ++verified_.boards[std::to_string(made.size) + "x" + std::to_string(made.size) + ", " +
                           std::to_string(made.empties) + " empty"];
        ++verified_.origins[kOriginNames[static_cast<int>(made.origin)]];
        verified_.forced_passes += reference::must_pass(made.position, made.size);
    }

    Task task(const Case& made) const {
        Task task;
        task.position = made.position;
        task.size = made.size;
        task.rules = settings_.rules;
        task.limits.nodes = kEngineNodes;
        task.exact = true;
        return task;
    }

    void complain(const Case& made, const std::string& check, const std::string& what) {
        verified_.mismatches.push_back({made.position, made.size, check, what});
    }

    void check_margin(const Case& made, Engine& engine, const reference::NamedSwitches& tried,
                      bool count_ends) {
        ++verified_.checks[tried.name];
        engine.set(tried.switches);
        const Report report = engine.run(task(made));
        engine.set({});
        const Line& line = report.lines.at(0);
        if (!report.exact || line.bound != Bound::exact)
            return complain(made, tried.name, "the result is not exact");
        if (line.margin != made.margin)
            return complain(made, tried.name,
                            "margin " + std::to_string(line.margin) + " instead of " +
                                std::to_string(made.margin));
        check_line(made, line, tried.name, count_ends);
    }

    // The line of play must lead to the margin.
    void check_line(const Case& made, const Line& line, const std::string& name, bool count_ends) {
        Position position = made.position;
        for (const Square move : line.moves) {
            const Bits legal = reference::stepwise_moves(position.own, position.opp, made.size);
            if (move == kPass ? !reference::must_pass(position, made.size) : !(legal >> move & 1))
                return complain(made, name, "the line of play is illegal");
            position = move == kPass ? position.passed() : reference::after(position, move);
        }
        const int margin =
            reference::Endgame(made.size, settings_.rules).final_margin(position.own, position.opp);
        if (!reference::is_over(position, made.size) ||
            (line.moves.size() % 2 ? -margin : margin) != made.margin)
            return complain(made, name, "the line of play leads elsewhere");
        if (!count_ends) return;
        verified_.passes += std::ranges::count(line.moves, kPass) > 0;
        verified_.early_ends += obversi::count(position.own | position.opp) < made.size * made.size;
        verified_.wiped_out += position.own == 0 || position.opp == 0;
    }

    void check_who_wins(const Case& made, Engine& engine) {
        const std::string name = "who wins";
        ++verified_.checks[name];
        Task request = task(made);
        request.lower = -1;
        request.upper = 1;
        const Line line = engine.run(request).lines.at(0);
        const Bound expected = made.margin < 0   ? Bound::at_most
                               : made.margin > 0 ? Bound::at_least
                                                 : Bound::exact;
        const bool beyond = made.margin < 0 ? line.margin < made.margin : line.margin > made.margin;
        if (line.bound != expected || beyond || (line.margin > 0) != (made.margin > 0) ||
            (line.margin < 0) != (made.margin < 0))
            complain(made, name, "the bound is wrong");
    }

    void check_every_move(const Case& made, Engine& engine) {
        const std::string name = "every move";
        ++verified_.checks[name];
        Task request = task(made);
        request.lines = kAllLines;
        const Report report = engine.run(request);
        reference::Endgame slow(made.size, settings_.rules);
        const auto margins = slow.margins(made.position);
        if (report.lines.size() != std::max<std::size_t>(margins.size(), 1))
            return complain(made, name, "not every move has a line");
        for (const auto& [square, margin] : margins) {
            const auto line = std::ranges::find(report.lines, square, &Line::move);
            if (line == report.lines.end() || line->margin != margin || line->bound != Bound::exact)
                return complain(made, name, "a move has another margin");
        }
    }

    const VerifySettings& settings_;
    Verified verified_;
    std::unique_ptr<Engine> engines_[3][2][2];
};

}  // namespace

void Verified::add(const Verified& other) {
    const auto add_to = [](std::map<std::string, int>& sums,
                           const std::map<std::string, int>& counts) {
        for (const auto& [name, count] : counts) sums[name] += count;
    };
    positions += other.positions;
    add_to(boards, other.boards);
    add_to(origins, other.origins);
    add_to(checks, other.checks);
    forced_passes += other.forced_passes;
    passes += other.passes;
    early_ends += other.early_ends;
    wiped_out += other.wiped_out;
    mismatches.insert(mismatches.end(), other.mismatches.begin(), other.mismatches.end());
}

Verified verify(const VerifySettings& settings, const std::function<void(int)>& on_progress) {
    std::atomic<int> next{0}, done{0};
    std::mutex mutex;
    Verified all;
    const auto work = [&] {
        Worker worker(settings);
        for (int index; (index = next++) < settings.count;) {
            worker.check(index);
            ++done;
            const std::lock_guard guard(mutex);
            if (on_progress) on_progress(done);
        }
        const std::lock_guard guard(mutex);
        all.add(worker.verified());
    };
    std::vector<std::jthread> threads;
    for (int i = 0; i < settings.threads; ++i) threads.emplace_back(work);
    threads.clear();
    return all;
}

}  // namespace obversi
