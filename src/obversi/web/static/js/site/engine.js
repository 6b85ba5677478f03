// The engine of a site without a server: it plays games, apart from the one that analyses.

import { moveName, taskOf } from "../engine/device.js";
import { startEngine } from "../engine/local_engine.js";

const HASH_BYTES = 16 << 20;

let engine = null; // once it was wanted

/**
 * Search a position, and return its lines, each with `move` and `margin`. With `isFresh` nothing of
 * earlier searches is known. `begun` is called when the engine is ready.
 */
export async function searchedLines(game, { depth, seconds, lines, isFresh, begun }) {
  engine ??= startEngine({ threads: 1, hashBytes: HASH_BYTES });
  try {
    await engine.prepare(game.rules, game.size);
    if (isFresh) await engine.clear();
    begun();
    const limit = { depth: depth ?? 0, seconds: Number.isFinite(seconds) ? seconds : 0 };
    const { task } = taskOf({ ...game, limit, top: lines });
    const report = await engine.search(task);
    return report.lines.map(({ margin, moves }) => ({ move: moveName(moves[0]), margin }));
  } catch (error) {
    engine.close();
    engine = null;
    throw error;
  }
}
