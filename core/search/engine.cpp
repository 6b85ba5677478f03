#include "core/search/engine.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "core/search/process.hpp"
#include "core/search/root.hpp"

namespace obversi {

// The threads' searches for one of the six games.
class GameSearch {
  public:
    virtual ~GameSearch() = default;
    virtual Report run(Shared& shared, const Task& task, Clock::time_point begin,
                       const std::function<void(const Report&)>& on_report) = 0;
};

namespace {

template <class V>
class GameSearchOf final : public GameSearch {
  public:
    GameSearchOf(Shared& shared, int threads) {
        for (int thread = 0; thread < threads; ++thread)
            searches_.push_back(std::make_unique<Search<V>>(shared, thread, searches_));
    }

    Report run(Shared& shared, const Task& task, Clock::time_point begin,
               const std::function<void(const Report&)>& on_report) override {
        for (auto& search : searches_) search->prepare();
        return Root<V>(shared, *searches_[0], task, begin).run(on_report);
    }

  private:
    std::vector<std::unique_ptr<Search<V>>> searches_;
};

}  // namespace

struct Engine::Inside {
    Inside(int threads_, std::size_t hash_bytes)
        : threads(threads_), table(hash_bytes), pool(threads_ - 1), shared{table, pool} {}

    Report run(const Task& task, const std::function<void(const Report&)>& on_report) {
        const auto begin = Clock::now();
        const int game_number = 8 * task.size + (task.rules == Rules::reversed);
        if (game_number != game_number_) {
            // The table holds positions only, not the game they belong to.
            if (game_number_) table.clear();
            game_number_ = game_number;
            game =
                with_variant(task.rules, task.size, [&]<class V>() -> std::unique_ptr<GameSearch> {
                    return std::make_unique<GameSearchOf<V>>(shared, threads);
                });
        }
        auto& evaluation = evaluations[task.size / 2 - 2][task.rules == Rules::reversed];
        if (!evaluation)
            evaluation = std::make_shared<Evaluation>(Evaluation::zero(task.size, task.rules));
        if (shared.evaluation != evaluation.get()) {
            shared.evaluation = evaluation.get();
            shared.probcut = ProbCut(evaluation->probcut());
        }
        shared.nodes = 0;
        shared.max_nodes = task.limits.nodes;
        shared.deadline = task.limits.seconds > 0
                              ? begin + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(task.limits.seconds))
                              : Clock::time_point::max();
        table.grow_older();
        const ThreadCounters before = pool.counters();
        Report report = game->run(shared, task, begin, on_report);
        const ThreadCounters after = pool.counters();
        const std::lock_guard guard(mutex);
        counters.splits += after.splits - before.splits;
        counters.idle_seconds += after.idle_seconds - before.idle_seconds;
        return report;
    }

    bool is_forked() const { return process_id() != process; }
    // A forked child has no search threads, and a lock that was held during the fork stays locked.
    void check_process() const {
        if (is_forked())
            throw std::runtime_error("this engine belongs to another process: make one in this");
    }

    const int threads;
    const ProcessId process = process_id();
    Table table;
    ThreadPool pool;
    Shared shared;
    std::shared_ptr<const Evaluation> evaluations[3][2];
    std::unique_ptr<GameSearch> game;
    int game_number_ = 0;

    // Between the caller and the thread that searches in the background.
    std::mutex mutex;
    std::condition_variable changed;
    std::thread background;
    bool closing = false, running = false;
    std::optional<Task> next;
    std::deque<Report> reports;
    Report last;
    ThreadCounters counters;

    void serve() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait(lock, [&] { return closing || next; });
            if (closing) return;
            const Task task = *next;
            next.reset();
            lock.unlock();
            Report report = run(task, [&](const Report& step) {
                const std::lock_guard guard(mutex);
                reports.push_back(step);
                changed.notify_all();
            });
            lock.lock();
            last = std::move(report);
            running = false;
            changed.notify_all();
        }
    }
};

Engine::Engine(int threads, std::size_t hash_bytes)
    : inside_(std::make_unique<Inside>(threads, hash_bytes)) {}

Engine::~Engine() {
    if (inside_->is_forked()) {
        // A forked child has no threads to join, and a condition that threads of the parent wait
        // for cannot be destroyed. The table is what takes the memory.
        inside_->table.free();
        (void)inside_.release();
        return;
    }
    {
        const std::lock_guard lock(inside_->mutex);
        inside_->closing = true;
        inside_->shared.stop = true;
    }
    inside_->changed.notify_all();
    if (inside_->background.joinable()) inside_->background.join();
}

void Engine::use(std::shared_ptr<const Evaluation> evaluation) {
    auto& place =
        inside_->evaluations[evaluation->size() / 2 - 2][evaluation->rules() == Rules::reversed];
    place = std::move(evaluation);
    inside_->shared.evaluation = nullptr;  // another may lie where the last one was
}

void Engine::start(const Task& task) {
    inside_->check_process();
    stop();
    std::unique_lock lock(inside_->mutex);
    inside_->changed.wait(lock, [&] { return !inside_->running; });
    if (!inside_->background.joinable())
        inside_->background = std::thread([inside = inside_.get()] { inside->serve(); });
    inside_->reports.clear();
    inside_->shared.stop = false;
    inside_->running = true;
    inside_->next = task;
    inside_->changed.notify_all();
}

bool Engine::wait(double seconds) {
    inside_->check_process();
    std::unique_lock lock(inside_->mutex);
    inside_->changed.wait_for(lock, std::chrono::duration<double>(seconds),
                              [&] { return !inside_->running || !inside_->reports.empty(); });
    return !inside_->running;
}

std::optional<Report> Engine::next_report() {
    inside_->check_process();
    const std::lock_guard lock(inside_->mutex);
    if (inside_->reports.empty()) return std::nullopt;
    Report report = std::move(inside_->reports.front());
    inside_->reports.pop_front();
    return report;
}

void Engine::stop() { inside_->shared.stop = true; }

std::atomic<bool>& Engine::stop_flag() { return inside_->shared.stop; }

Report Engine::result() const {
    inside_->check_process();
    const std::lock_guard lock(inside_->mutex);
    return inside_->last;
}

Report Engine::run(const Task& task, const StopFlag* stop,
                   const std::function<void(const Report&)>& on_report) {
    inside_->check_process();
    inside_->shared.stop = false;
    inside_->shared.outer_stop = stop;
    Report report = inside_->run(task, on_report);
    inside_->shared.outer_stop = nullptr;
    if (stop) stop->check();
    return report;
}

double Engine::evaluate(const Position& position, int size, Rules rules) const {
    const auto& evaluation = inside_->evaluations[size / 2 - 2][rules == Rules::reversed];
    if (!evaluation) return 0;
    const int empties = size * size - count(position.own | position.opp);
    const double discs =
        static_cast<double>(evaluation->value(evaluation->features(position), position, empties)) /
        Evaluation::kUnit;
    // A sum of learned weights may promise more discs than there are squares.
    return std::clamp<double>(discs, -size * size, size * size);
}

void Engine::clear() {
    inside_->check_process();
    inside_->table.clear();
    inside_->game_number_ = 0;
}

void Engine::set(const Switches& switches) { inside_->shared.switches = switches; }

ThreadCounters Engine::thread_counters() const {
    inside_->check_process();
    const std::lock_guard lock(inside_->mutex);
    return inside_->counters;
}

int Engine::threads() const { return inside_->threads; }
std::size_t Engine::hash_bytes() const { return inside_->table.bytes(); }

}  // namespace obversi
