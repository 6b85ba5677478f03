// Exact margins of positions near the end, many of them: without the table and the threads of the
// engine, which are more than such small searches are worth.
#pragma once

#include <functional>
#include <memory>
#include <span>

#include "core/board/game_kind.hpp"
#include "core/bulk/stop_flag.hpp"

namespace obversi {

// Remembers what it has seen, so that each thread has one of its own. With 12 empty squares a
// margin takes half a millisecond or so, and two to three times as long with each more.
class Ending {
  public:
    // When `stop` is set, in any thread, the search that runs throws Stopped.
    static std::unique_ptr<Ending> make(const GameKind& kind, const StopFlag& stop);
    virtual ~Ending() = default;

    // Of the player to move, if both play perfectly; the game may be over.
    virtual int margin(const Position& position) = 0;

    // Whether he then wins (1), draws (0) or loses (-1), which takes a quarter of the time.
    virtual int result(const Position& position) = 0;
};

// One for each position. look() is called now and then, in the caller's thread; what it throws ends
// the searches.
void exact_margins(std::span<const Position> positions, const GameKind& kind, int threads,
                   const std::function<void()>& look, std::span<std::int8_t> margins);

}  // namespace obversi
