#include "core/search/table.hpp"

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <sys/mman.h>
#endif

#include <algorithm>
#include <new>

namespace obversi {
namespace {

// Fresh pages are zero, which is an empty table, and cost nothing until they are touched.
#if defined(_WIN32)
void* fresh_pages(std::size_t bytes) {
    return VirtualAlloc(nullptr, bytes, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
}
void free_pages(void* pages, std::size_t) { VirtualFree(pages, 0, MEM_RELEASE); }
#else
void* fresh_pages(std::size_t bytes) {
    void* const pages =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) return nullptr;
#if defined(MADV_HUGEPAGE)
    // Large ones, where the system has them, save most of the time that finding an entry takes.
    madvise(pages, bytes, MADV_HUGEPAGE);
#endif
    return pages;
}
void free_pages(void* pages, std::size_t bytes) { munmap(pages, bytes); }
#endif

}  // namespace

Table::Table(std::size_t bytes)
    : buckets_(std::clamp<std::uint64_t>(bytes / sizeof(Bucket), 1, std::uint64_t{1} << 32)),
      memory_(nullptr, Unmap{buckets_ * sizeof(Bucket)}) {
    void* const memory = fresh_pages(buckets_ * sizeof(Bucket));
    if (!memory) throw std::bad_alloc();
    memory_.reset(static_cast<Bucket*>(memory));
}

void Table::Unmap::operator()(Bucket* memory) const { free_pages(memory, bytes); }

void Table::clear() {
    for (std::size_t i = 0; i < buckets_; ++i)
        for (Entry& entry : memory_.get()[i].entries) {
            entry.own.store(0, std::memory_order_relaxed);
            entry.opp.store(0, std::memory_order_relaxed);
            entry.data.store(0, std::memory_order_relaxed);
        }
    age_ = 0;
}

void Table::keep(Bits own, Bits opp, int depth, Level level, int alpha, int beta, int value,
                 Square best) {
    Bucket& place = bucket(own, opp);
    Known known;
    Entry* target = nullptr;
    int worth_of_target = 0;
    for (Entry& entry : place.entries) {
        if (entry.read(own, opp, known)) {
            target = &entry;
            break;
        }
        const Known other = entry.known();
        const int worth = (other.age == age_ ? 1 << 16 : 0) + (other.depth << 8) + other.level;
        if (!target || worth < worth_of_target) {
            target = &entry;
            worth_of_target = worth;
        }
        known = Known{};
    }
    const bool same = known.depth == depth && known.level == level;
    if (!same) {
        // A shallow search on the way to a deep one must not replace better results.
        if (known.age == age_ && known.depth >= depth && known.level >= level &&
            known.depth + known.level > 0)
            return;
        known.lower = -64;
        known.upper = 64;
    }
    // Selective searches may contradict each other; then the last one is right.
    if (value < beta) {
        known.upper = static_cast<std::int8_t>(std::min<int>(known.upper, value));
        if (known.lower > known.upper) known.lower = -64;
    }
    if (value > alpha) {
        known.lower = static_cast<std::int8_t>(std::max<int>(known.lower, value));
        if (known.upper < known.lower) known.upper = 64;
    }
    if ((value > alpha || known.best == kPass) && known.best != best) {
        known.second = known.best;
        known.best = static_cast<std::uint8_t>(best);
    }
    known.depth = static_cast<std::uint8_t>(depth);
    known.level = static_cast<std::uint8_t>(level);
    known.age = age_;
    target->write(own, opp, known);
}

}  // namespace obversi
