// The engine: a table and threads that are reused from search to search.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>

#include "core/bulk/stop_flag.hpp"
#include "core/search/split.hpp"
#include "core/search/switches.hpp"
#include "core/search/task.hpp"

namespace obversi {

class Evaluation;

// After a fork it is of no use in the child, which has none of its threads: there searches throw
// std::runtime_error, and the destructor gives back the memory of the table alone.
class Engine {
  public:
    // Throws std::bad_alloc if there is no memory for the table.
    Engine(int threads, std::size_t hash_bytes);
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    // Replaces the evaluation for the boards and rules that it is made for.
    void use(std::shared_ptr<const Evaluation> evaluation);

    // Begins a search in the background; the position must have a move or a pass. A search that
    // still runs is stopped first.
    void start(const Task& task);
    // Waits for a report, at most this many seconds; true as soon as the search has ended.
    bool wait(double seconds);
    // The next report that was not yet taken, oldest first.
    std::optional<Report> next_report();
    // Ends the search with the result so far; from any thread, at any time.
    void stop();
    // What `stop` sets, for callers that can only write to memory. A search clears it first.
    std::atomic<bool>& stop_flag();
    // The last report, once the search has ended: there is always a legal move in it.
    Report result() const;

    // The same within the caller's thread, which gets the steps on the way. Throws Stopped soon
    // after `stop` is set.
    Report run(const Task& task, const StopFlag* stop = nullptr,
               const std::function<void(const Report&)>& on_report = nullptr);

    // What the position is worth to the mover, in discs, without looking ahead.
    double evaluate(const Position& position, int size, Rules rules) const;

    // For tests and measurements: which cut-offs and caches the next searches use.
    void set(const Switches& switches);

    // Forgets all searches.
    void clear();

    // How well the threads were used in all searches so far.
    ThreadCounters thread_counters() const;

    int threads() const;
    std::size_t hash_bytes() const;

  private:
    struct Inside;
    std::unique_ptr<Inside> inside_;
};

}  // namespace obversi
