// Puzzles that are made in the page from positions of the user's games. src/obversi/puzzles has the same
// rules: making.py, solution.py and themes.py.

import { localLine } from "../offline/line.js";

const EMPTIES = { least: 4, most: 12 };
const LEAST_CHOICES = 3;
const MOST_MOVES = 4; // that are to be found in a puzzle

/** Whether a position is near enough to the end, with enough moves to choose from. */
export function isCandidate({ empties, legal }) {
  return empties >= EMPTIES.least && empties <= EMPTIES.most && legal.length >= LEAST_CHOICES;
}

/** The moves with the largest margin; `margins` is a Map. */
export function bestMoves(margins) {
  const best = Math.max(...margins.values());
  return [...margins.keys()].filter((move) => margins.get(move) === best);
}

export function positionOf({ board, turn }) {
  return `${board} ${turn === "white" ? "O" : "X"}`;
}

/** The positions after a move: right after it, and after the pass that may be due. */
export function afterMove({ rules, size }, node, move) {
  const [, first, last = first] = localLine({ rules, size, position: positionOf(node), moves: move }).nodes;
  return { first, last };
}

/**
 * Make a puzzle of a position, or null if it is not suitable: its `row` of the list, `position` and
 * `solution`. `solve(game, node)` resolves with the margins.
 * @param {{rules: string, size: number}} game
 */
export async function puzzleOf(game, node, id, solve) {
  if (!isCandidate(node)) return null;
  const margins = await solve(game, node);
  const best = bestMoves(margins);
  if (best.length > 1) return null;
  const { solution, toFind } = await solutionOf(game, node, solve);
  const { turn, empties, legal } = node;
  const about = { id, rules: game.rules, size: game.size, empties, turn, choices: legal.length, to_find: toFind };
  const rating = 700 + 60 * (empties - EMPTIES.least) + 30 * (legal.length - LEAST_CHOICES) + 100 * (toFind - 1);
  const row = { ...about, themes: themesOf(game, node, best[0], margins), rating };
  return { row, position: positionOf(node), solution };
}

// The moves to find with the replies between them, as long as there is a single best move.
async function solutionOf(game, start, solve) {
  const line = [];
  let length = 0;
  let toFind = 0; // of `line` so far
  let found = 0; // in the solution
  let choices = 0;
  for (let node = start; node.end === null && choices < MOST_MOVES; node = afterMove(game, node, line.at(-1)).last) {
    if (node.turn !== start.turn) {
      line.push(await bestReply(game, node, solve));
      continue;
    }
    const best = node.legal.length === 1 ? [node.legal[0].move] : bestMoves(await solve(game, node));
    if (best.length > 1) break;
    line.push(best[0]);
    toFind += 1;
    if (node.legal.length === 1) continue;
    choices += 1;
    length = line.length;
    found = toFind;
  }
  return { solution: line.slice(0, length), toFind: found };
}

/** The best move after which the smallest share of the replies is best. */
export async function bestReply(game, node, solve) {
  if (node.legal.length === 1) return node.legal[0].move;
  const moves = bestMoves(await solve(game, node));
  let chosen = moves[0];
  let least = Infinity;
  for (const move of moves.length > 1 ? moves : []) {
    const { first } = afterMove(game, node, move);
    const share = first.legal.length <= 1 ? 1 : bestMoves(await solve(game, first)).length / first.legal.length;
    if (share < least) [chosen, least] = [move, share];
  }
  return chosen;
}

// Themes

const THEMES = {
  corner: isCorner,
  parity: isParity,
  quiet: isQuiet,
  "wipe-out": (game, _, best, margins) => margins.get(best) === game.size ** 2,
  sacrifice: isSacrifice,
};

/** The names of the themes of a position with one best move. */
function themesOf(game, node, best, margins) {
  return Object.keys(THEMES).filter((name) => THEMES[name](game, node, best, margins));
}

function takesCorner({ size }, move) {
  return "ah".replace("h", "abcdefgh"[size - 1]).includes(move[0]) && ["1", String(size)].includes(move[1]);
}

const replies = (game, node, move) => afterMove(game, node, move).first.legal.map((one) => one.move);

function isCorner(game, node, best, margins) {
  if (game.rules === "normal") return isSpecial(best, margins, (move) => takesCorner(game, move));
  const answers = replies(game, node, best);
  return answers.length > 0 && answers.every((move) => takesCorner(game, move));
}

function isSacrifice(game, node, best, margins) {
  if (game.rules === "reversed") return isSpecial(best, margins, (move) => takesCorner(game, move));
  return isSpecial(best, margins, (move) => opensCorner(game, node, move));
}

// Whether the best move has a property that not all moves have.
function isSpecial(best, margins, does) {
  return does(best) && [...margins.keys()].some((move) => !does(move));
}

// Whether the opponent can take a corner after a move, but not before it.
function opensCorner(game, node, move) {
  const other = { ...node, turn: node.turn === "black" ? "white" : "black" };
  const [before] = localLine({ ...game, position: positionOf(other), moves: "" }).nodes;
  const isOpen = (square) => before.legal.some((one) => one.move === square);
  return replies(game, node, move).some((square) => takesCorner(game, square) && !isOpen(square));
}

const placeOf = (square, size) => (Number(square[1]) - 1) * size + "abcdefgh".indexOf(square[0]);

function neighbours(place, size) {
  const [row, column] = [Math.floor(place / size), place % size];
  const near = [-1, 0, 1];
  return near
    .flatMap((down) => near.map((right) => [row + down, column + right]))
    .filter(([down, right]) => down >= 0 && right >= 0 && down < size && right < size)
    .map(([down, right]) => down * size + right);
}

// The only move that flips no disc beside an empty square.
function isQuiet({ size }, { board, legal }, best, margins) {
  const quiet = [...margins.keys()].filter((move) => {
    const own = placeOf(move, size);
    const { flips } = legal.find((one) => one.move === move);
    return flips.every((square) => neighbours(placeOf(square, size), size).every((place) => place === own || board[place] !== "-"));
  });
  return quiet.length === 1 && quiet[0] === best;
}

// Regions with an odd number of empty squares are better than all others, or worse in the reversed game.
function isParity({ rules, size }, { board }, best, margins) {
  const isGood = (move) => (regionOf(board, placeOf(move, size), size) % 2 === 1) === (rules === "normal");
  const good = [...margins].filter(([move]) => isGood(move)).map(([, margin]) => margin);
  const bad = [...margins].filter(([move]) => !isGood(move)).map(([, margin]) => margin);
  return good.length > 0 && bad.length > 0 && isGood(best) && Math.min(...good) > Math.max(...bad);
}

// How many empty squares are connected with a square, also diagonally.
function regionOf(board, place, size) {
  const found = new Set([place]);
  for (const at of found) {
    for (const next of neighbours(at, size)) if (board[next] === "-") found.add(next);
  }
  return found.size;
}
