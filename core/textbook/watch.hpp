// What can end a search early: its time limit, or an interrupt.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <utility>

namespace obversi::textbook {

class OutOfTime : public std::exception {
  public:
    const char* what() const noexcept override { return "the time for the search is up"; }
};

// Checks the time limit and interrupts. Called at every node; it reads the clock only once in many
// calls, depending on how fast the nodes are.
class Watch {
  public:
    using Clock = std::chrono::steady_clock;

    // `interrupt` ends the search by an exception of its own; it is called in the searching thread.
    explicit Watch(std::function<void()> interrupt = {}) : interrupt_(std::move(interrupt)) {}

    // From now on; a search that goes on longer is ended by OutOfTime.
    void set_seconds(double seconds) {
        // A clock that counts nanoseconds would overflow after some centuries.
        const std::chrono::duration<double> most = std::chrono::hours(24 * 365);
        const std::chrono::duration<double> requested(seconds);
        deadline_ =
            Clock::now() + std::chrono::duration_cast<Clock::duration>(std::min(requested, most));
        visits_between_looks_ = visits_left_ = 1;
    }

    // Seconds as long as this lives, however the search ends: the next one has its own time.
    class TimeLimit {
      public:
        TimeLimit(Watch& watch, double seconds) : watch_(watch) { watch.set_seconds(seconds); }
        ~TimeLimit() { watch_.deadline_.reset(); }
        TimeLimit(const TimeLimit&) = delete;
        TimeLimit& operator=(const TimeLimit&) = delete;

      private:
        Watch& watch_;
    };

    void visit() {
        if (--visits_left_ == 0) [[unlikely]]
            look();
    }

    // At once: before work that is slow in itself.
    void look() {
        const Clock::time_point now = Clock::now();
        const Clock::duration since = now - last_look_;
        last_look_ = now;
        if (since < kBetweenLooks / 2 && visits_between_looks_ < kMostVisitsBetweenLooks)
            visits_between_looks_ *= 2;
        visits_left_ = visits_between_looks_;
        if (interrupt_ && now - last_interrupt_ > kBetweenInterrupts) {
            last_interrupt_ = now;
            interrupt_();
        }
        if (deadline_ && now >= *deadline_) throw OutOfTime();
    }

  private:
    static constexpr std::chrono::microseconds kBetweenLooks{500};
    // An interrupt may have to wait for a lock.
    static constexpr std::chrono::milliseconds kBetweenInterrupts{20};
    // The limit matters if nodes suddenly become slow.
    static constexpr std::uint32_t kMostVisitsBetweenLooks = 1 << 11;

    std::function<void()> interrupt_;
    std::optional<Clock::time_point> deadline_;
    Clock::time_point last_look_ = Clock::now();
    Clock::time_point last_interrupt_ = last_look_;
    std::uint32_t visits_between_looks_ = 1;
    std::uint32_t visits_left_ = 1;
};

}  // namespace obversi::textbook
