// Many pieces of work of different lengths, shared out among threads that each keep something from
// piece to piece, such as an engine.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "core/bulk/stop_flag.hpp"

namespace obversi {

// On each thread make(stop) makes a worker, and worker(i) is called for pieces i of 0 … count-1.
// Meanwhile the caller's thread calls look() again and again. If one of these throws, no more
// pieces are begun, `stop` is set, and the caller gets the exception. A worker whose pieces may
// take long checks `stop` meanwhile.
template <class Make>
void share_out(std::size_t count, int threads, const std::function<void()>& look,
               const Make& make) {
    constexpr std::chrono::milliseconds kBetweenLooks{50};
    std::atomic<std::size_t> next{0};
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t working = 0;
    std::exception_ptr error;
    StopFlag stop;

    // Under the lock.
    const auto fail = [&] {
        if (!error) error = std::current_exception();
        next = count;
        stop.set();
    };
    const auto work = [&] {
        try {
            auto worker = make(std::as_const(stop));
            for (std::size_t i; (i = next.fetch_add(1)) < count;) worker(i);
        } catch (...) {
            const std::lock_guard lock(mutex);
            fail();
        }
        const std::lock_guard lock(mutex);
        --working;
        changed.notify_all();
    };

    const std::size_t wanted = std::min<std::size_t>(threads, count);
    std::vector<std::thread> pool;
    pool.reserve(wanted);
    std::unique_lock lock(mutex);
    try {
        for (; pool.size() < wanted; ++working) pool.emplace_back(work);
    } catch (const std::system_error&) {
        // The system gives no more threads; those that run do all the work.
        if (pool.empty()) throw;
    }
    while (working > 0) {
        changed.wait_for(lock, kBetweenLooks);
        if (!look || error) continue;
        lock.unlock();
        try {
            look();
            lock.lock();
        } catch (...) {
            lock.lock();
            fail();
        }
    }
    lock.unlock();
    for (std::thread& thread : pool) thread.join();
    if (error) std::rethrow_exception(error);
}

}  // namespace obversi
