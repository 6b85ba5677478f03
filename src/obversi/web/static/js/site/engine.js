// The engine of a site without a server: it plays games, apart from the one that analyses.

import { moveName, taskOf } from "../engine/device.js";
import { startEngine } from "../engine/local_engine.js";

const HASH_BYTES = 16 << 20;

let engine = null; // once it was wanted

/**
 * Search a position, and return its lines, each with `move` and `margin`. With `isFresh` nothing of
 * earlier searches is known.
 */
export async function searchedLines(game, { depth, seconds, lines, isFresh }) {
  engine ??= startEngine({ threads: 1, hashBytes: HASH_BYTES });
  try {
    await engine.prepare(game.rules, game.size);
    if (isFresh) await engine.clear();
    const { task } = taskOf({ ...game, limit: { depth: depth ?? 0, seconds }, top: lines });
    const report = await engine.search(task);
    return report.lines.map(({ margin, moves }) => ({ move: moveName(moves[0]), margin }));
  } catch (error) {
    engine.close();
    engine = null;
    throw error;
  }
}
