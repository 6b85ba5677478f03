// Which puzzles a visitor wants: of which game, on which board, how long.

import { keep, kept } from "../core/settings.js";
import { makeStore } from "../core/store.js";

const PLACE = "obversi.puzzles.choice";

/** How far from the end puzzles begin, in empty squares. */
export const LENGTHS = {
  all: { words: "All", least: 0, most: 64 },
  short: { words: "to 14", least: 0, most: 14 },
  middle: { words: "15, 16", least: 15, most: 16 },
  long: { words: "17 on", least: 17, most: 64 },
};

const USUAL = { rules: "normal", size: 8, length: "short" };

export const puzzleChoice = makeStore(stored());

puzzleChoice.listen((state) => keep(PLACE, state));

function stored() {
  const { rules, size, length } = kept(PLACE) ?? {};
  return {
    rules: ["normal", "reversed"].includes(rules) ? rules : USUAL.rules,
    size: [4, 6, 8].includes(size) ? size : USUAL.size,
    length: Object.hasOwn(LENGTHS, String(length)) ? length : USUAL.length,
  };
}

/** The puzzles that are wanted, of all. */
export function wanted(puzzles, { rules, size, length }) {
  const { least, most } = LENGTHS[length];
  return puzzles.filter(
    (puzzle) =>
      puzzle.rules === rules &&
      puzzle.size === size &&
      puzzle.empties >= least &&
      puzzle.empties <= most,
  );
}

/** The next puzzle after one that has not been solved, from the first again at the end, or null. */
export function nextUnsolved(puzzles, points, after = null) {
  const place = puzzles.findIndex(({ id }) => id === after);
  const inOrder = [...puzzles.slice(place + 1), ...puzzles.slice(0, place + 1)];
  return inOrder.find(({ id }) => id !== after && !(points[id] > 0)) ?? null;
}
