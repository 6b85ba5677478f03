// Several threads at one node: its first move has been searched, and the others are shared out
// (young brothers wait). Whoever shares helps with the work below until all of it is done.
#pragma once

#include <atomic>
#include <condition_variable>
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

// The threads that help; they sleep while there is nothing to do.
class ThreadPool {
  public:
    explicit ThreadPool(int helpers);
    ~ThreadPool();

    bool has_idle() const { return idle_.load(std::memory_order_relaxed) > 0; }

    // Offers a split point to idle threads.
    void offer(SplitPoint& point);
    // Takes it back: returns when nobody works on it any more, and helps below it until then.
    void take_back(SplitPoint& point, int thread);

  private:
    void serve(int thread);
    SplitPoint* find_work(const SplitPoint* above);
    void help(SplitPoint& point, int thread, std::unique_lock<std::mutex>& lock);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<SplitPoint*> offered_;
    std::atomic<int> idle_{0};
    bool closing_ = false;
    std::vector<std::thread> threads_;
};

}  // namespace obversi
