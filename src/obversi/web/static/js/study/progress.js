// Puzzles in this browser: the list, the filter, unfinished puzzles, and the points.

import { makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { keep, kept } from "../core/settings.js";
import { makeStore } from "../core/store.js";
import { puzzleRows } from "../offline/packs.js";

const PLACE = "obversi.puzzles";

/** The points of a puzzle that is solved without help. */
export const WORTH = 10;

const WRONG_MOVE = 2;
const HINTS = [1, 2, 4]; // the cost of each step, in addition to the steps before it

/** `points` by the puzzle's id (0: its solution was shown), and the number without a wrong move in a row. */
export const progress = makeStore(stored());

progress.listen((state) => keep(PLACE, state));

function stored() {
  const { points, streak, longest } = kept(PLACE) ?? {};
  const known = points !== null && typeof points === "object" ? Object.entries(points) : [];
  return {
    points: Object.fromEntries(known.filter(([, number]) => Number.isInteger(number))),
    streak: Number.isInteger(streak) ? streak : 0,
    longest: Number.isInteger(longest) ? longest : 0,
  };
}

/** The cost of a hint of a step. */
export function hintCost(step) {
  return HINTS[step - 1];
}

/** The points that are left after wrong moves and hints; a solved puzzle gives at least one. */
export function pointsLeft({ wrongMoves, cost, shown }) {
  return shown ? 0 : Math.max(1, WORTH - WRONG_MOVE * wrongMoves - cost);
}

/** The stars for a puzzle: three with hardly any help, none if the solution was shown. */
export function starsOf(points) {
  if (points >= 9) return 3;
  if (points >= 5) return 2;
  return points > 0 ? 1 : 0;
}

export function totalOf(points) {
  return Object.values(points).reduce((sum, number) => sum + number, 0);
}

/**
 * Store the result of a puzzle. The first try counts; later ones can only earn the first point.
 * Return whether it was the first.
 */
export function finish(id, points) {
  const isFirst = !(id in progress.state.points);
  progress.change((state) => {
    const streak = isFirst ? (points === WORTH ? state.streak + 1 : 0) : state.streak;
    const counted = isFirst ? points : Math.max(state.points[id], Math.min(points, 1));
    return {
      points: { ...state.points, [id]: counted },
      streak,
      longest: Math.max(streak, state.longest),
    };
  });
  return isFirst;
}

// All puzzles, requested once.

export const puzzleList = makeAnswer(() => puzzleRows(() => get("/api/puzzles")));

export function askOnce() {
  const { answer, waiting } = puzzleList.state;
  if (answer === null && !waiting) puzzleList.ask();
}

// The filter of the list: rules, size, theme and length.

const CHOICE_PLACE = "obversi.puzzles.choice";

/** The themes by their names in the list, as they are shown. */
export const THEMES = {
  all: t("All themes"),
  corner: t("Corner"),
  parity: t("Parity"),
  quiet: t("Quiet move"),
  "wipe-out": t("Wipe-out"),
  sacrifice: t("Sacrifice"),
  endgame: t("To the end of the game"),
};

/** How far from the end puzzles begin, in empty squares. */
export const LENGTHS = {
  all: { words: t("All"), least: 0, most: 64 },
  "4-6": { words: t("4 to 6"), least: 4, most: 6 },
  "7-9": { words: t("7 to 9"), least: 7, most: 9 },
  "10-12": { words: t("10 to 12"), least: 10, most: 12 },
  long: { words: t("13 on"), least: 13, most: 64 },
};

const USUAL = { rules: "normal", size: 8, theme: "all", length: "all" };

export const puzzleChoice = makeStore(storedChoice());

puzzleChoice.listen((state) => keep(CHOICE_PLACE, state));

function storedChoice() {
  const { rules, size, theme, length } = kept(CHOICE_PLACE) ?? {};
  return {
    rules: ["normal", "reversed"].includes(rules) ? rules : USUAL.rules,
    size: [4, 6, 8].includes(size) ? size : USUAL.size,
    theme: Object.hasOwn(THEMES, String(theme)) ? theme : USUAL.theme,
    length: Object.hasOwn(LENGTHS, String(length)) ? length : USUAL.length,
  };
}

/** The puzzles that match the filter. */
export function wanted(puzzles, { rules, size, theme, length }) {
  const { least, most } = LENGTHS[length];
  return puzzles.filter(
    (puzzle) =>
      puzzle.rules === rules &&
      puzzle.size === size &&
      (theme === "all" || puzzle.themes.includes(theme)) &&
      puzzle.empties >= least &&
      puzzle.empties <= most,
  );
}

/** The unsolved puzzle that is nearest to a rating, apart from `except`, or null. */
export function nextUnsolved(puzzles, points, rating, except = null) {
  const left = puzzles.filter(({ id }) => id !== except && !(points[id] > 0));
  const untried = left.filter(({ id }) => !(id in points));
  const distance = (puzzle) => Math.abs(puzzle.rating - rating);
  const nearer = (best, one) => (best && distance(best) <= distance(one) ? best : one);
  return (untried.length ? untried : left).reduce(nearer, null);
}

// Unfinished puzzles, stored in the browser to be resumed.

const BEGUN_PLACE = "obversi.puzzles.begun";
const MOST = 50; // the puzzles left longest ago are forgotten first

function all() {
  const found = kept(BEGUN_PLACE);
  return Array.isArray(found) ? found.filter((one) => typeof one?.id === "string") : [];
}

/** The state of an unfinished puzzle: {moves, wrongMoves, cost, paid, wrong}, or null. */
export function begun(id) {
  const found = all().find((one) => one.id === id);
  const isSound =
    found &&
    typeof found.moves === "string" &&
    [found.wrongMoves, found.cost].every(Number.isInteger) &&
    [found.paid, found.wrong].every(Array.isArray);
  return isSound ? { ...found, paid: new Map(found.paid), wrong: new Map(found.wrong) } : null;
}

export function keepBegun(id, { moves, wrongMoves, cost, paid, wrong }) {
  const others = all().filter((one) => one.id !== id);
  const own = { id, moves, wrongMoves, cost, paid: [...paid], wrong: [...wrong] };
  keep(BEGUN_PLACE, [own, ...others].slice(0, MOST));
}

export function forgetBegun(id) {
  keep(
    BEGUN_PLACE,
    all().filter((one) => one.id !== id),
  );
}

/** The ids of all unfinished puzzles. */
export function allBegun() {
  return new Set(all().map(({ id }) => id));
}

// Stars for points: the number earned out of three, also in words.

export function stars(number) {
  return h(
    "span",
    { class: "stars" },
    h("span", { "aria-hidden": "true" }, "★".repeat(number), "☆".repeat(3 - number)),
    h("span", { class: "for-readers" }, tn("{n} of 3 stars", "{n} of 3 stars", number)),
  );
}
