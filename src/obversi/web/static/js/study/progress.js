// What a visitor has solved: points for each puzzle, kept in the browser.

import { keep, kept } from "../core/settings.js";
import { makeStore } from "../core/store.js";

const PLACE = "obversi.puzzles";

/** The points of a puzzle that is solved without help. */
export const WORTH = 10;

const FAULT = 2;
const HINTS = [1, 2, 4]; // each step, after those before it

/** `points` by the puzzle's id (0: its solution was shown), and how many in a row had no fault. */
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

/** What a hint of a step costs. */
export function hintCost(step) {
  return HINTS[step - 1];
}

/** The points that are left after wrong moves and hints; one who finds it in the end has one. */
export function pointsLeft({ faults, cost, shown }) {
  return shown ? 0 : Math.max(1, WORTH - FAULT * faults - cost);
}

/** Three for a puzzle that took hardly any help, none for one that was shown. */
export function starsOf(points) {
  if (points >= 9) return 3;
  if (points >= 5) return 2;
  return points > 0 ? 1 : 0;
}

export function totalOf(points) {
  return Object.values(points).reduce((sum, number) => sum + number, 0);
}

/** Keep what came of a puzzle. The first time counts; later ones can only earn the first point. */
export function finish(id, points) {
  progress.change((state) => {
    const isFirst = !(id in state.points);
    const streak = isFirst ? (points === WORTH ? state.streak + 1 : 0) : state.streak;
    const counted = isFirst ? points : Math.max(state.points[id], Math.min(points, 1));
    return {
      points: { ...state.points, [id]: counted },
      streak,
      longest: Math.max(streak, state.longest),
    };
  });
}
