// Several threads at one node: its first move has been searched, and the others are shared out
// (young brothers wait). The thread that shares helps with the work below until all of it is done.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace obversi {

class SplitPoint {
  public:
    explicit SplitPoint(SplitPoint* parent) : parent_(parent) {}
    virtual ~SplitPoint() = default;

    // What a helper does: searches moves until none is left.
    virtual void help(int thread) = 0;
    virtual bool has_work() const = 0;

    // A move was good enough: all work here and below is in vain.
    void cut() { cut_.store(true, std::memory_order_relaxed); }
    bool is_cut() const { return cut_.load(std::memory_order_relaxed); }
    static bool is_cut(const SplitPoint* point) {
        for (; point; point = point->parent_)
            if (point->is_cut()) return true;
        return false;
    }

    bool is_below(const SplitPoint* other) const {
        for (const SplitPoint* point = this; point; point = point->parent_)
            if (point == other) return true;
        return false;
    }

  private:
    friend class ThreadPool;

    SplitPoint* const parent_;
    std::atomic<bool> cut_{false};
    int helpers_ = 0;  // guarded by the pool
};

// How well the threads were used.
struct ThreadCounters {
    std::uint64_t splits = 0;  // nodes that were shared
    double idle_seconds = 0;   // the sum of the times that threads waited for work
};

// The threads that help; they sleep while there is nothing to do.
class ThreadPool {
  public:
    using Starter = std::function<std::thread(std::function<void()>)>;

    // Throws std::system_error if the system does not start that many threads.
    explicit ThreadPool(int helpers, const Starter& start = start_thread);
    ~ThreadPool();

    bool has_idle(int threads = 1) const {
        return idle_.load(std::memory_order_relaxed) >= threads;
    }

    // Offers a split point to idle threads.
    void offer(SplitPoint& point);
    // Takes it back: returns when no thread works on it any more, and helps below it until then.
    void take_back(SplitPoint& point, int thread);

    // Since the pool was made, the times between searches included.
    ThreadCounters counters();

  private:
    using Clock = std::chrono::steady_clock;

    static std::thread start_thread(std::function<void()> body) {
        return std::thread(std::move(body));
    }
    void join();
    void serve(int thread);
    SplitPoint* find_work(const SplitPoint* above);
    void help(SplitPoint& point, int thread, std::unique_lock<std::mutex>& lock);
    // Both with the mutex locked.
    void announce_change();
    void wait_for_change(std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<SplitPoint*> offered_;
    std::atomic<int> idle_{0};
    std::atomic<unsigned> changes_{0};
    int sleepers_ = 0;
    std::uint64_t splits_ = 0;
    // Of the waits that have ended, minus the beginnings of those that have not.
    Clock::duration waited_{0};
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace obversi
