// Ends work whose result is no longer wanted, from another thread.
#pragma once

#include <atomic>

namespace obversi {

// What a stopped piece of work throws.
struct Stopped {};

class StopFlag {
  public:
    void set() { set_.store(true, std::memory_order_relaxed); }
    bool is_set() const { return set_.load(std::memory_order_relaxed); }
    // Throws Stopped if it is set.
    void check() const {
        if (is_set()) [[unlikely]]
            throw Stopped();
    }

  private:
    std::atomic<bool> set_{false};
};

}  // namespace obversi
