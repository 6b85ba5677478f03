// Fetches what is missing of a game's positions: one request at a time, until all are whole.

import { line } from "../core/api.js";
import { filled, firstMissing } from "./game_state.js";

const PAUSE_AFTER_FAILURE = 1500;

/** Keep the positions of the game that `read()` returns whole; `write(change)` changes it. */
export function makePositions({ read, write, fail }) {
  let isAsking = false;
  let timer = null;
  let isClosed = false;

  async function ask() {
    const asked = read();
    if (isClosed || isAsking || !asked) return;
    const since = firstMissing(asked);
    if (since === null) return;
    isAsking = true;
    clearTimeout(timer);
    try {
      const { nodes } = await line(asked, since);
      // Moves may have been taken back meanwhile, or this may be another game.
      write((game) =>
        game.id === asked.id && game.moves.startsWith(asked.moves) ? filled(game, nodes) : game,
      );
      isAsking = false;
      if (read() !== asked) ask();
    } catch (error) {
      isAsking = false;
      if (isClosed) return;
      fail(error);
      timer = setTimeout(ask, PAUSE_AFTER_FAILURE);
    }
  }

  function close() {
    isClosed = true;
    clearTimeout(timer);
  }

  return { ask, close };
}
