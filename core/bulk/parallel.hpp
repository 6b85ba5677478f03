// A loop over many equal pieces of work, shared out among threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <system_error>
#include <thread>
#include <vector>

namespace obversi {

// Calls body(first, last) for consecutive pieces of 0 … count-1. Each piece is done by one thread;
// the caller's thread is one of them.
template <class Body>
void parallel_for(std::size_t count, int threads, std::size_t piece, const Body& body) {
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t first; (first = next.fetch_add(piece)) < count;)
            body(first, std::min(first + piece, count));
    };
    const std::size_t pieces = (count + piece - 1) / piece;
    const std::size_t helpers =
        std::min<std::size_t>(threads > 1 ? threads - 1 : 0, pieces > 0 ? pieces - 1 : 0);
    std::vector<std::thread> pool;
    pool.reserve(helpers);
    try {
        for (std::size_t i = 0; i < helpers; ++i) pool.emplace_back(work);
    } catch (const std::system_error&) {
        // The system gives no more threads; those that run do all the work.
    }
    work();
    for (std::thread& thread : pool) thread.join();
}

}  // namespace obversi
