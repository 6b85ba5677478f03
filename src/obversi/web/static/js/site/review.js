// The review of a game by the engine in the page: src/obversi/review.py has the same rules.

import { namedLine } from "./openings.js";
import { canonicalBoard } from "./symmetry.js";

const GRADES = [
  [10, "blunder"],
  [5, "mistake"],
  [2, "inaccuracy"],
];
const DISCS_TO_HALF = 6; // the loss that halves the accuracy of a move

/**
 * Review a game. `analyse(game)` resolves with the last report on a position, or with null if the
 * review was stopped. `onReport(report)` gets the new results after each position, and all at the end.
 */
export async function reviewGame({ rules, size, position, moves }, analyse, onReport) {
  const { nodes, position: start } = await namedLine({ rules, size, position, moves });
  const count = nodes.length - (nodes.at(-1).end ? 1 : 0);
  const found = []; // the best line of each position
  const entries = [];
  const margins = [];
  const kind = { type: "review", of: count };

  for (let at = 0; at < count; at += 1) {
    const report = await analyse({ rules, size, position: start, moves: movesUntil(nodes, at) });
    if (report === null) break;
    const best = bestLine(report, nodes[at]);
    found.push({ ...best, exact: report.exact });
    const fresh = [];
    if (at > 0) fresh.push(entryOf(nodes, found, at - 1, size));
    if (at === count - 1 && at + 1 < nodes.length) fresh.push(entryOf(nodes, found, at, size));
    const news = [[at, nodes[at].turn === "black" ? best.margin : -best.margin, report.exact]];
    if (at === count - 1 && nodes.at(-1).end) news.push([count, blackMargin(nodes.at(-1).end), true]);
    entries.push(...fresh);
    margins.push(...news);
    onReport({ ...kind, final: false, done: found.length, entries: fresh, margins: news, black: null, white: null });
  }
  const [black, white] = ["black", "white"].map((color) => playerOf(entries, nodes, color));
  onReport({ ...kind, final: true, done: found.length, entries, margins, black, white });
}

// If the mover has to pass, the engine has searched the position after the pass, for the other side.
function bestLine({ turn, lines: [best] }, node) {
  if (turn === node.turn) return best;
  return { ...best, move: "pass", margin: -best.margin, pv: ["pass", ...best.pv] };
}

function movesUntil(nodes, at) {
  return nodes
    .slice(1, at + 1)
    .map(({ move }) => (move === "pass" ? "" : move))
    .join("");
}

function blackMargin({ winner, margin }) {
  return winner === null ? 0 : winner === "black" ? margin : -margin;
}

// The move after the position `at`. If it is the best move or an image of it, its margin is that of the best
// line, otherwise that of the next position.
function entryOf(nodes, found, at, size) {
  const { turn } = nodes[at];
  const after = nodes[at + 1];
  const best = found[at];
  const next = found[at + 1];
  let margin = after.end ? (turn === "black" ? 1 : -1) * blackMargin(after.end) : -next.margin;
  let isProven = after.end ? true : next.exact;
  if (best.move === after.move || isImage(nodes[at], best.move, after, size)) {
    margin = best.margin;
    isProven = best.exact;
  }
  const loss = Math.max(best.margin - margin, 0);
  return {
    ...{ ply: at + 1, move: after.move, mover: turn, margin, best: best.move, best_margin: best.margin, loss },
    grade: gradeOf(loss),
    exact: best.exact && isProven,
    turning_point: loss >= 2 && ((margin < 0 && best.margin >= 0) || (margin <= 0 && best.margin > 0)),
    pv: best.pv,
  };
}

function isImage({ board, legal, turn }, move, after, size) {
  const played = legal.find((one) => one.move === move);
  if (!played) return false;
  const cells = Array.from(board);
  for (const square of [move, ...played.flips]) {
    cells[(Number(square[1]) - 1) * size + "abcdefgh".indexOf(square[0])] = turn === "black" ? "X" : "O";
  }
  return canonicalBoard(cells, size) === canonicalBoard(after.board, size);
}

function gradeOf(loss) {
  return GRADES.find(([least]) => loss >= least)?.[1] ?? "good";
}

function playerOf(entries, nodes, color) {
  const own = entries.filter(({ mover, ply }) => mover === color && nodes[ply - 1].legal.length > 1);
  const count = (grade) => own.filter((entry) => entry.grade === grade).length;
  const accuracies = own.map(({ loss }) => 100 * 0.5 ** (loss / DISCS_TO_HALF));
  const mean = accuracies.reduce((sum, each) => sum + each, 0) / accuracies.length;
  return {
    choices: own.length,
    lost: own.reduce((sum, { loss }) => sum + loss, 0),
    inaccuracies: count("inaccuracy"),
    mistakes: count("mistake"),
    blunders: count("blunder"),
    accuracy: own.length > 0 ? Math.round(10 * mean) / 10 : null,
  };
}
