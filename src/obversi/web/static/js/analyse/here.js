// The data about a place of the tree: its position, its game and its value.

import { movesText } from "../core/game_link.js";
import { branchAt, isOnWay } from "./tree.js";

/** The shown place. */
export function pathOf({ line, ply }) {
  return line.slice(0, ply);
}

/** The position at a place of the tree. */
export function nodeAt({ tree }, path) {
  return branchAt(tree, path)?.node ?? null;
}

export function nodeHere(state) {
  return nodeAt(state, pathOf(state));
}

/** The game up to a place, in the form of a request. */
export function gameAt({ rules, size, position }, path) {
  return { rules, size, position, moves: movesText(path) };
}

/** A key for the last position of a game; it is the same before and after a pass. */
export function keyOf({ rules, size, position, moves }) {
  return [rules, size, position, moves].join(" ");
}

/** The engine's report about a place, or null. */
export function reportAt(state, path) {
  return state.reports.get(keyOf(gameAt(state, path))) ?? null;
}

/** The review under the rules in force, or null. */
export function reviewHere({ reviews, rules }) {
  return reviews[rules];
}

/** The entry of the review for the move that leads to a place, or null. */
export function entryAt(state, path) {
  const review = reviewHere(state);
  if (!review || path.length === 0 || !isOnWay(path, review.path)) return null;
  return review.entries.get(path.length) ?? null;
}

/**
 * The value of a place for black: {margin, exact}, or null while it is unknown. The engine's report is
 * preferred to the review if it took longer, or if `live` asks for the newest value.
 */
export function worthAt(state, path, { live = false } = {}) {
  const node = nodeAt(state, path);
  if (node?.end) return worthOf(node.end);
  const report = reportAt(state, path);
  const reviewed = reviewedWorth(state, path);
  const isDeeper = report?.exact || report?.seconds > reviewHere(state)?.seconds;
  if (report && (live || !reviewed || (isDeeper && !reviewed.exact))) {
    const { margin } = report.lines[0];
    return { margin: report.turn === "black" ? margin : -margin, exact: report.exact };
  }
  return reviewed;
}

/** The value of the end of a game for black. */
export function worthOf({ winner, margin }) {
  return { margin: winner === "white" ? -margin : margin, exact: true };
}

function reviewedWorth(state, path) {
  const review = reviewHere(state);
  if (!review || !isOnWay(path, review.path)) return null;
  return review.margins.get(path.length) ?? null;
}
