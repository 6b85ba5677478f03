#include "core/search/split.hpp"

#include <algorithm>

namespace obversi {

ThreadPool::ThreadPool(int helpers) {
    threads_.reserve(helpers);
    try {
        for (int thread = 1; thread <= helpers; ++thread)
            threads_.emplace_back([this, thread] { serve(thread); });
    } catch (...) {
        this->~ThreadPool();
        throw;
    }
}

ThreadPool::~ThreadPool() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
}

void ThreadPool::offer(SplitPoint& point) {
    {
        const std::lock_guard lock(mutex_);
        offered_.push_back(&point);
    }
    changed_.notify_all();
}

void ThreadPool::take_back(SplitPoint& point, int thread) {
    std::unique_lock lock(mutex_);
    std::erase(offered_, &point);
    while (point.helpers_ > 0) {
        if (SplitPoint* const below = find_work(&point)) {
            help(*below, thread, lock);
        } else {
            ++idle_;
            changed_.wait(lock);
            --idle_;
        }
    }
}

void ThreadPool::serve(int thread) {
    std::unique_lock lock(mutex_);
    while (!closing_) {
        if (SplitPoint* const point = find_work(nullptr)) {
            help(*point, thread, lock);
        } else {
            ++idle_;
            changed_.wait(lock);
            --idle_;
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
    if (--point.helpers_ == 0) changed_.notify_all();
}

}  // namespace obversi
