// The values of positions in an earlier search; the memory it takes grows with the number of
// positions.
#pragma once

#include <cstddef>
#include <vector>

#include "core/board/hash.hpp"

namespace obversi::textbook {

// Open addressing, never more than half full. Once `most_entries` positions are stored, no others
// are added; stored ones can still change their value.
class ValueTable {
  public:
    explicit ValueTable(std::size_t most_entries) : most_entries_(most_entries), slots_(kFewest) {}

    // Valid until the next call of keep.
    const double* find(const Position& position) const {
        const Slot& slot = slots_[place_of(position)];
        return slot.position == position ? &slot.value : nullptr;
    }

    // A position without discs cannot be stored: it marks free entries.
    void keep(const Position& position, double value) {
        std::size_t place = place_of(position);
        if (slots_[place].position != position) {
            if (entries_ == most_entries_) return;
            if (2 * (entries_ + 1) > slots_.size()) {
                grow();
                place = place_of(position);
            }
            ++entries_;
        }
        slots_[place] = {position, value};
    }

    std::size_t entries() const { return entries_; }

  private:
    struct Slot {
        Position position;
        double value;
    };
    static constexpr std::size_t kFewest = 1 << 10;  // a power of two, as all sizes are
    static constexpr Position kFree{};

    std::size_t place_of(const Position& position) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t place = hash(position) & mask;
        while (slots_[place].position != position && slots_[place].position != kFree)
            place = (place + 1) & mask;
        return place;
    }

    void grow() {
        std::vector<Slot> smaller(2 * slots_.size());
        smaller.swap(slots_);
        for (const Slot& slot : smaller)
            if (slot.position != kFree) slots_[place_of(slot.position)] = slot;
    }

    std::size_t most_entries_;
    std::size_t entries_ = 0;
    std::vector<Slot> slots_;
};

}  // namespace obversi::textbook
