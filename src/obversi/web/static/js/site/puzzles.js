// Puzzles of a site without a server: those of the package have all replies; endgames, and puzzles from the
// user's games, are solved by the engine. src/obversi/puzzles/trying.py has the same rules.

import { RequestError } from "../core/api.js";
import { t } from "../core/language.js";
import { localLine } from "../offline/line.js";
import { dataFile } from "./data.js";
import { exactMargins } from "./engine.js";
import { afterMove, bestMoves, bestReply, isCandidate, positionOf, puzzleOf } from "./puzzle_making.js";

const DAY = 86_400_000;
const EPOCH = 719_163; // days from the first of January of the year 1 to that of 1970
const HINTS = 3;

const made = new Map(); // puzzles of own games by their ids
const solved = new Map(); // margins by position

async function solve(game, node) {
  const key = `${game.rules} ${positionOf(node)}`;
  if (!solved.has(key)) solved.set(key, await exactMargins(game, node));
  return solved.get(key);
}

/** The same puzzle as src/obversi/puzzles chooses. */
export async function dailyPuzzle() {
  const now = Date.now();
  const day = Math.floor(now / DAY) + EPOCH;
  const { rules, step, puzzles } = await dataFile("daily");
  const ids = puzzles[rules[day % 2]];
  return { date: new Date(now).toISOString().slice(0, 10), id: ids[(Math.floor(day / 2) * step) % ids.length] };
}

/** Puzzles of the positions of a game in which a player missed the only best move. */
export async function mistakesIn({ rules, size, position = "", moves = "", color }) {
  const game = { rules, size };
  const { nodes } = localLine({ ...game, position, moves });
  const puzzles = [];
  for (const [place, node] of nodes.slice(0, -1).entries()) {
    if (node.turn !== color || !isCandidate(node)) continue;
    const margins = await solve(game, node);
    const best = bestMoves(margins);
    const played = nodes[place + 1].move;
    if (best.length > 1 || best[0] === played) continue;
    const id = `own-${rules}-${positionOf(node).replace(" ", "")}`;
    const puzzle = await puzzleOf(game, node, id, solve);
    made.set(id, puzzle);
    puzzles.push({ ...puzzle.row, ply: place + 1, played, lost: margins.get(best[0]) - margins.get(played) });
  }
  return { puzzles };
}

/** A puzzle with its `solution`, by its id; `pack` has all replies, if they are known in advance. */
async function found(given) {
  const id = decodeURIComponent(given);
  const { puzzles } = await dataFile("puzzles");
  const row = puzzles.find((one) => one.id === id);
  if (row && row.to_find !== null) {
    const pack = (await dataFile(`puzzles-${row.rules}-${row.size}`))[id];
    return { puzzle: pack.puzzle, pack };
  }
  if (row) return { puzzle: { ...row, position: (await dataFile("endgames"))[id], solution: [] }, pack: null };
  if (!made.has(id)) made.set(id, await ownPuzzle(id));
  const own = made.get(id);
  if (own === null) throw new RequestError(t("There is no such puzzle."), 404);
  return { puzzle: { ...own.row, position: own.position, solution: own.solution }, pack: null };
}

// The position is in the name.
async function ownPuzzle(id) {
  const [, rules, cells, mover] = /^own-(normal|reversed)-([-XO]+)([XO])$/.exec(id) ?? [];
  const size = Math.sqrt(cells?.length ?? 0);
  if (![4, 6, 8].includes(size)) return null;
  const [node] = localLine({ rules, size, position: `${cells} ${mover}`, moves: "" }).nodes;
  return puzzleOf({ rules, size }, node, id, solve);
}

export async function puzzleById(_, { id }) {
  return (await found(id)).puzzle;
}

/** Check the last move; the other side replies to a right one with perfect play. */
export async function triedMove({ moves }, { id }) {
  const { puzzle, pack } = await found(id);
  if (pack) return known(pack.tries[moves]);
  const { nodes } = localLine({ ...puzzle, moves });
  const at = nodes.findLastIndex(({ move }) => move !== null && move !== "pass");
  const before = nodes[at - 1];
  const isOnLine = puzzle.solution.length === 0 || puzzle.solution.join("").startsWith(squaresOf(nodes.slice(0, at)));
  if (before?.turn !== puzzle.turn || !isOnLine) return known(undefined);
  const margins = await solve(puzzle, before);
  const best = Math.max(...margins.values());
  const margin = margins.get(nodes[at].move);
  const answer = { right: margin === best, margin, best, lost: best - margin, reply: null, replies: [], done: false, rest: "", lessons: [] };
  if (margin < best) return { ...answer, moves: squaresOf(nodes.slice(0, at)) };
  const sofar = squaresOf(nodes);
  if (puzzle.solution.length > 0 && sofar.length >= puzzle.solution.join("").length) {
    const rest = await bestPlay(puzzle, nodes.at(-1));
    return { ...answer, moves: sofar, done: true, rest, lessons: await lessonsOf(puzzle) };
  }
  const { replies, last } = await repliesTo(puzzle, nodes.at(-1), sofar.length / 2);
  return { ...answer, moves: sofar + replies.join(""), reply: replies[0] ?? null, replies, done: last.end !== null };
}

// Replies until the solver moves again or the game is over.
async function repliesTo(puzzle, first, played) {
  const replies = [];
  let node = first;
  while (node.end === null && node.turn !== puzzle.turn) {
    const reply = puzzle.solution[played + replies.length] ?? (await bestReply(puzzle, node, solve));
    replies.push(reply);
    node = afterMove(puzzle, node, reply).last;
  }
  return { replies, last: node };
}

async function bestPlay(puzzle, first) {
  let line = "";
  for (let node = first; node.end === null; node = afterMove(puzzle, node, line.slice(-2)).last) {
    line += node.legal.length === 1 ? node.legal[0].move : bestMoves(await solve(puzzle, node))[0];
  }
  return line;
}

/** A hint; each one reveals more than the previous one. */
export async function hintFor({ moves = "", step = 1 }, { id }) {
  const { puzzle, pack } = await found(id);
  if (pack) return known(pack.hints[moves]?.[step - 1]);
  const node = localLine({ ...puzzle, moves }).nodes.at(-1);
  if (node.turn !== puzzle.turn) return known(undefined);
  const margins = await solve(puzzle, node);
  const right = bestMoves(margins);
  const first = { step, of: HINTS, margin: margins.get(right[0]), squares: [], right: null, legal: null, areas: [], lessons: [] };
  if (step === 1) return first;
  const areas = [...new Set(right.map((move) => areaOf(move, puzzle.size)))];
  const more = { ...first, right: right.length, legal: margins.size, areas };
  if (step === 2) return { ...more, lessons: moves === "" ? await lessonsOf(puzzle) : [] };
  return { ...more, squares: right };
}

function areaOf(move, size) {
  const row = 2 * (Number(move[1]) - 1) < size ? "upper" : "lower";
  return `${row} ${2 * "abcdefgh".indexOf(move[0]) < size ? "left" : "right"}`;
}

async function lessonsOf({ rules, themes }) {
  const words = (await dataFile("themes"))[rules];
  return themes.flatMap((theme) => words[theme] ?? []);
}

function squaresOf(nodes) {
  return nodes.map(({ move }) => (move === null || move === "pass" ? "" : move)).join("");
}

function known(answer) {
  if (answer === undefined) throw new RequestError(t("These moves are not part of the puzzle."), 400, "moves");
  return answer;
}
