// Lets moves be seen one after another, however quickly they come.

import { lastPly, stepped } from "./shown.js";

// Milliseconds between two moves on the board.
const GAPS = { own: 0, answer: 420, clocked: 220, watched: 750 };

/** Show the positions of the game that `read()` returns one by one; `shown(node)` hears of each. */
export function makePace({ read, write, shown }) {
  let timer = null;
  let lastStep = 0;

  function gapBefore(game, node) {
    if (game.agents.length === 2) return GAPS.watched;
    if (game.yours.includes(node.mover) && node.move !== "pass") return GAPS.own;
    return game.clock ? GAPS.clocked : GAPS.answer;
  }

  function follow() {
    const game = read();
    clearTimeout(timer);
    if (!game || game.stays || game.isNew || game.shown >= lastPly(game)) return;
    const next = game.nodes[game.shown + 1];
    const wait = lastStep + gapBefore(game, next) - performance.now();
    if (wait > 0) {
      timer = setTimeout(follow, wait);
      return;
    }
    lastStep = performance.now();
    write(stepped);
    const now = read();
    shown(now.nodes[now.shown]);
    follow();
  }

  return { follow, close: () => clearTimeout(timer) };
}
