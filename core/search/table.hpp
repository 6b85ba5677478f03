// The transposition table that all threads share: whole positions as keys, both bounds, two moves.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/search/quick_hash.hpp"
#include "core/search/selectivity.hpp"

namespace obversi {

// The result for a position of a search with this depth and selectivity.
struct Known {
    std::int8_t lower = -64, upper = 64;
    std::uint8_t depth = 0, level = 0;
    std::uint8_t best = kPass, second = kPass;
    std::uint8_t age = 0;
    std::uint8_t spare = 0;

    bool reaches(int wanted_depth, Level wanted_level) const {
        return depth >= wanted_depth && level >= wanted_level;
    }
};

class Table {
  public:
    // The given number of bytes, rounded down to whole buckets. Throws std::bad_alloc.
    explicit Table(std::size_t bytes);

    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

    bool find(Bits own, Bits opp, Known& known) const {
        for (const Entry& entry : bucket(own, opp).entries)
            if (entry.read(own, opp, known)) return true;
        return false;
    }

    // Keeps the result of a search with the window (alpha, beta).
    void keep(Bits own, Bits opp, int depth, Level level, int alpha, int beta, int value,
              Square best);

    void prefetch(Bits own, Bits opp) const {
        const Bucket& place = bucket(own, opp);
        __builtin_prefetch(&place.entries[0]);
        __builtin_prefetch(&place.entries[kWays - 1]);
    }

    // Makes the present entries older than later ones.
    void grow_older() { ++age_; }
    void clear();
    // Gives the memory back; nothing can be looked up or kept after that.
    void free() { memory_.reset(); }

  private:
    static constexpr int kWays = 4;

    // No locks: the key is stored mixed with the data, so that an entry of which two threads wrote
    // a half each does not match any position.
    struct Entry {
        std::atomic<std::uint64_t> own, opp, data;

        bool read(Bits mine, Bits theirs, Known& known) const {
            const std::uint64_t word = data.load(std::memory_order_relaxed);
            if ((own.load(std::memory_order_relaxed) ^ word) != mine) return false;
            if ((opp.load(std::memory_order_relaxed) ^ word) != theirs) return false;
            known = std::bit_cast<Known>(word);
            return true;
        }
        void write(Bits mine, Bits theirs, const Known& known) {
            const auto word = std::bit_cast<std::uint64_t>(known);
            own.store(mine ^ word, std::memory_order_relaxed);
            opp.store(theirs ^ word, std::memory_order_relaxed);
            data.store(word, std::memory_order_relaxed);
        }
        Known known() const { return std::bit_cast<Known>(data.load(std::memory_order_relaxed)); }
    };
    struct alignas(32) Bucket {
        Entry entries[kWays];
    };

    const Bucket& bucket(Bits own, Bits opp) const {
        return memory_.get()[(std::uint64_t{quick_hash(own, opp)} * buckets_) >> 32];
    }
    Bucket& bucket(Bits own, Bits opp) {
        return const_cast<Bucket&>(static_cast<const Table&>(*this).bucket(own, opp));
    }

    struct Unmap {
        std::size_t bytes;
        void operator()(Bucket* memory) const;
    };

    std::size_t buckets_;
    std::unique_ptr<Bucket, Unmap> memory_;
    std::uint8_t age_ = 0;
};

}  // namespace obversi
