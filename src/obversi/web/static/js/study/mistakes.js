// Puzzles from the user's own games: positions in which the only best move was missed.

import { post } from "../core/api.js";
import { keep, kept } from "../core/settings.js";
import { makeStore } from "../core/store.js";
import { myGames } from "../play/my_games.js";

const PLACE = "obversi.puzzles.mistakes";
const MOST = 100; // the oldest are forgotten first

/** `puzzles` as the server lists them, the newest first; `checked` are the ids of games. */
export const mistakes = makeStore({ ...stored(), looking: false, error: null });

mistakes.listen(({ puzzles, checked }) => keep(PLACE, { puzzles, checked }));

function stored() {
  const { puzzles, checked } = kept(PLACE) ?? {};
  return {
    puzzles: Array.isArray(puzzles) ? puzzles.filter(isSound) : [],
    checked: Array.isArray(checked) ? checked.filter((id) => typeof id === "string") : [],
  };
}

function isSound(puzzle) {
  return (
    typeof puzzle?.id === "string" &&
    ["normal", "reversed"].includes(puzzle.rules) &&
    [puzzle.size, puzzle.empties, puzzle.lost].every(Number.isInteger)
  );
}

/** Games that are over and were not checked yet. */
function unchecked() {
  const { checked } = mistakes.state;
  return myGames().filter(
    ({ id, ending, moves }) => ending && typeof moves === "string" && !checked.includes(id),
  );
}

/** Look for puzzles in the games since the last time. */
export async function lookForMistakes() {
  if (mistakes.state.looking) return;
  mistakes.change({ looking: true, error: null });
  try {
    for (const game of unchecked()) await check(game);
  } catch (error) {
    mistakes.change({ error });
  } finally {
    mistakes.change({ looking: false });
  }
}

async function check({ id, rules, size, position = "", moves, yours }) {
  const found = [];
  for (const color of yours) {
    const question = { rules, size, position, moves, color };
    found.push(...(await post("/api/puzzles/mistakes", question)).puzzles);
  }
  mistakes.change(({ puzzles, checked }) => {
    const known = new Set(puzzles.map((one) => one.id));
    const fresh = found.filter((one) => !known.has(one.id));
    return {
      puzzles: [...fresh, ...puzzles].slice(0, MOST),
      checked: [...checked, id].slice(-MOST),
    };
  });
}

/** Whether a puzzle is a position of the user's games. */
export function isOwn(id) {
  return id.startsWith("own-");
}
