#include "core/search/split.hpp"

#include <algorithm>
#include <string>
#include <system_error>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace obversi {

namespace {

// An idle thread checks for work this many times before it sleeps, because waking a thread takes
// longer than searching a small node. It is about 0.1 ms.
constexpr int kSpins = 4000;

void relax() {
#if defined(__x86_64__)
    _mm_pause();
#elif defined(__aarch64__)
    __asm__ volatile("isb");
#endif
}

}  // namespace

ThreadPool::ThreadPool(int helpers, const Starter& start) {
    threads_.reserve(helpers);
    try {
        for (int thread = 1; thread <= helpers; ++thread)
            threads_.push_back(start([this, thread] { serve(thread); }));
    } catch (const std::system_error& error) {
        // The destructor of an object that was not constructed does not run.
        join();
        throw std::system_error(error.code(), "only " + std::to_string(threads_.size() + 1) +
                                                  " of " + std::to_string(helpers + 1) +
                                                  " threads could be started");
    } catch (...) {
        join();
        throw;
    }
}

ThreadPool::~ThreadPool() { join(); }

void ThreadPool::join() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        announce_change();
    }
    for (std::thread& thread : threads_) thread.join();
}

void ThreadPool::offer(SplitPoint& point) {
    const std::lock_guard lock(mutex_);
    offered_.push_back(&point);
    ++splits_;
    announce_change();
}

void ThreadPool::take_back(SplitPoint& point, int thread) {
    std::unique_lock lock(mutex_);
    std::erase(offered_, &point);
    while (point.helpers_ > 0) {
        if (SplitPoint* const below = find_work(&point)) {
            help(*below, thread, lock);
        } else {
            wait_for_change(lock);
        }
    }
}

void ThreadPool::serve(int thread) {
    std::unique_lock lock(mutex_);
    while (!closing_) {
        if (SplitPoint* const point = find_work(nullptr)) {
            help(*point, thread, lock);
        } else {
            wait_for_change(lock);
        }
    }
}

// The oldest offer has the most work below it.
SplitPoint* ThreadPool::find_work(const SplitPoint* above) {
    for (SplitPoint* const point : offered_)
        if (point->has_work() && !SplitPoint::is_cut(point) && (!above || point->is_below(above)))
            return point;
    return nullptr;
}

void ThreadPool::help(SplitPoint& point, int thread, std::unique_lock<std::mutex>& lock) {
    ++point.helpers_;
    lock.unlock();
    point.help(thread);
    lock.lock();
    if (--point.helpers_ == 0) announce_change();
}

void ThreadPool::announce_change() {
    changes_.fetch_add(1, std::memory_order_relaxed);
    if (sleepers_ > 0) changed_.notify_all();
}

void ThreadPool::wait_for_change(std::unique_lock<std::mutex>& lock) {
    ++idle_;
    waited_ -= Clock::now().time_since_epoch();
    const unsigned seen = changes_.load(std::memory_order_relaxed);
    lock.unlock();
    for (int i = 0; i < kSpins && changes_.load(std::memory_order_relaxed) == seen; ++i) relax();
    lock.lock();
    if (changes_.load(std::memory_order_relaxed) == seen) {
        ++sleepers_;
        changed_.wait(lock, [&] { return changes_.load(std::memory_order_relaxed) != seen; });
        --sleepers_;
    }
    --idle_;
    waited_ += Clock::now().time_since_epoch();
}

ThreadCounters ThreadPool::counters() {
    const std::lock_guard lock(mutex_);
    const auto waited = waited_ + idle_.load() * Clock::now().time_since_epoch();
    return {splits_, std::chrono::duration<double>(waited).count()};
}

}  // namespace obversi
