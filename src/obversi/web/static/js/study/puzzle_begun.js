// Puzzles that were left before the end, kept in the browser: whoever comes back goes on.

import { keep, kept } from "../core/settings.js";

const PLACE = "obversi.puzzles.begun";
const MOST = 50; // the rest is forgotten, those left longest ago first

function all() {
  const found = kept(PLACE);
  return Array.isArray(found) ? found.filter((one) => typeof one?.id === "string") : [];
}

/** What was reached in a puzzle: {moves, faults, cost, paid, wrong}, or null. */
export function begun(id) {
  const found = all().find((one) => one.id === id);
  const isSound =
    found &&
    typeof found.moves === "string" &&
    [found.faults, found.cost].every(Number.isInteger) &&
    [found.paid, found.wrong].every(Array.isArray);
  return isSound ? { ...found, paid: new Map(found.paid), wrong: new Map(found.wrong) } : null;
}

export function keepBegun(id, { moves, faults, cost, paid, wrong }) {
  const others = all().filter((one) => one.id !== id);
  const own = { id, moves, faults, cost, paid: [...paid], wrong: [...wrong] };
  keep(PLACE, [own, ...others].slice(0, MOST));
}

export function forgetBegun(id) {
  keep(
    PLACE,
    all().filter((one) => one.id !== id),
  );
}

/** The ids of all puzzles that were left before the end. */
export function allBegun() {
  return new Set(all().map(({ id }) => id));
}
