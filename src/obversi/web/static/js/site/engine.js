// The engine that plays games on a site without a server. Another one analyses.

import { moveName, taskOf } from "../engine/device.js";
import { startEngine } from "../engine/local_engine.js";

const HASH_BYTES = 16 << 20;

let shared = null; // the engine, once it was needed

// The result of a search; after an error the next search starts a new engine.
async function attempted(search) {
  if (shared?.isBroken()) shared = null;
  const engine = (shared ??= startEngine({ threads: 1, hashBytes: HASH_BYTES }));
  try {
    return await search(engine);
  } catch (error) {
    engine.close();
    if (shared === engine) shared = null;
    throw error;
  }
}

/** The exact margin of every move of a position near the end, for the mover: a Map by move. */
export async function exactMargins({ rules, size }, { board, turn, legal }) {
  return attempted(async (engine) => {
    await engine.prepare(rules, size);
    const position = `${board} ${turn === "black" ? "X" : "O"}`;
    const { task } = taskOf({ rules, size, position, limit: {}, top: "all" });
    const { lines } = await engine.search({ ...task, isExact: true });
    const margins = new Map(lines.map(({ margin, moves }) => [moveName(moves[0]), margin]));
    return new Map(legal.map(({ move }) => [move, margins.get(move)]));
  });
}

/** Textbook searches step by step: `trace`, `traceMcts`, and `counts` of plain minimax. */
export function textbook(action, task) {
  return attempted((engine) => engine.textbook(action, task));
}

/** The values of positions of a game for their movers, in discs, without a search. */
export function evaluatedPositions({ rules, size }, positions) {
  return attempted(async (engine) => {
    await engine.prepare(rules, size);
    const task = ({ own, opp }) => ({ own, opp, size, isReversed: rules === "reversed" });
    return engine.evaluate(positions.map(task));
  });
}

/**
 * Search a position, and return its lines, each with `move` and `margin`. With `isFresh` the results of
 * earlier searches are not used. `begun` is called when the search begins.
 */
export async function searchedLines(game, { depth, seconds, lines, isFresh, begun }) {
  return attempted(async (engine) => {
    await engine.prepare(game.rules, game.size);
    const limit = { depth: depth ?? 0, seconds: Number.isFinite(seconds) ? seconds : 0 };
    const { task } = taskOf({ ...game, limit, top: lines });
    const report = await engine.search({ ...task, isFresh }, null, begun);
    return report.lines.map(({ margin, moves }) => ({ move: moveName(moves[0]), margin }));
  });
}
