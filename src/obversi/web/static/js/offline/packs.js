// Puzzles for offline use: packs of some dozens, with the replies to every move. The service worker
// keeps them.

import { get } from "../core/api.js";
import { t } from "../core/language.js";

/** The addresses of the packs on the server. */
export const PACKS = ["normal", "reversed"].map((rules) => `/api/puzzles/pack?rules=${rules}`);

let packed = null; // by id, once they were needed

async function packedPuzzles() {
  packed ??= Promise.all(PACKS.map((path) => get(path))).then(
    (packs) => new Map(packs.flatMap(({ puzzles }) => puzzles.map((one) => [one.puzzle.id, one]))),
  );
  try {
    return await packed;
  } catch (error) {
    packed = null;
    throw error;
  }
}

/** Do `ask`, and if the server cannot be reached, do `instead` with the packed puzzles. */
async function orPacked(ask, instead) {
  try {
    return await ask();
  } catch (error) {
    if (error.status !== 0) throw error;
    const found = instead(await packedPuzzles().catch(() => new Map()));
    if (found === undefined) throw Object.assign(error, { message: t("This puzzle needs the server: it is not kept on this device.") });
    return found;
  }
}

/** The list of puzzles; offline it has those in the packs. */
export function puzzleRows(ask) {
  return orPacked(ask, (packs) => packs.size > 0 ? { puzzles: [...packs.values()].map(({ puzzle }) => puzzle) } : undefined);
}

export function puzzleById(id, ask) {
  return orPacked(ask, (packs) => packs.get(id)?.puzzle);
}

export function puzzleTry(id, moves, ask) {
  return orPacked(ask, (packs) => packs.get(id)?.tries[moves]);
}

export function puzzleHint(id, moves, step, ask) {
  return orPacked(ask, (packs) => packs.get(id)?.hints[moves]?.[step - 1]);
}
