// The features of a position, for the mover: core/heuristics/feature.cpp has the same rules. Sets of squares
// are arrays of places, row by row.

import { flipsOf } from "../offline/line.js";
import { stableDiscs } from "./stability.js";

const STEPS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right])).filter(([down, right]) => down || right);
const BESIDE = STEPS.filter(([down]) => down === 0);
const ABOVE = STEPS.filter(([, right]) => right === 0);

/** A position for the functions of `FEATURES`; `weights` are those of its squares. */
export function featureContext({ board, turn }, size, weights) {
  const places = Array.from(board, (_, place) => place);
  const [own, opp] = turn === "black" ? "XO" : "OX";
  const at = (disc) => places.filter((place) => board[place] === disc);
  const movesOf = (color) => places.filter((place) => flipsOf({ board, turn: color }, place, size).length > 0);
  const ends = [0, size - 1];
  return {
    ...{ board, turn, size, weights, own: at(own), opp: at(opp), empty: at("-") },
    ownMoves: movesOf(turn),
    oppMoves: movesOf(turn === "black" ? "white" : "black"),
    corners: ends.flatMap((row) => ends.map((column) => row * size + column)),
    edges: places.filter((place) => ends.includes(Math.floor(place / size)) || ends.includes(place % size)),
  };
}

/** @param {number} place @param {number} size @param {number[]} step */
function beyond(place, size, [down, right]) {
  const [row, column] = [Math.floor(place / size) + down, (place % size) + right];
  return row < 0 || column < 0 || row >= size || column >= size ? null : row * size + column;
}

function around(places, size, steps = STEPS) {
  const found = places.flatMap((place) => steps.map((step) => beyond(place, size, step)));
  return new Set(found.filter((place) => place !== null));
}

// Own discs on these squares minus the opponent's.
function difference({ own, opp }, places) {
  const set = new Set(places);
  const count = (discs) => discs.filter((place) => set.has(place)).length;
  return count(own) - count(opp);
}

const sum = (places, weights) => places.reduce((all, place) => all + weights[place], 0);
const sizes = (weights) => weights.reduce((all, weight) => all + Math.abs(weight), 0);
const weighed = ({ own, opp, weights }) => sum(own, weights) - sum(opp, weights);
const share = (own, opp) => (own + opp ? (own - opp) / (own + opp) : 0);
const quotient = (value, whole) => (whole > 0 ? value / whole : 0);

// The larger number in percent of the sum, negative if it is the opponent's.
function lead(own, opp) {
  if (own === opp) return 0;
  return (own > opp ? 100 * own : -100 * opp) / (own + opp);
}

// The discs that are connected with the corners, step by step, over discs of the same colour.
function grown(discs, { corners, size }, stepsInTurn) {
  const set = new Set(discs);
  let found = corners.filter((place) => set.has(place));
  for (const steps of stepsInTurn) {
    for (let before = -1; found.length !== before; ) {
      before = found.length;
      found = [...new Set([...found, ...[...around(found, size, steps)].filter((place) => set.has(place))])];
    }
  }
  return found.length;
}

function edgeRuns(context, discs) {
  const onEdges = new Set(context.edges);
  return grown(discs.filter((place) => onEdges.has(place)), context, [[...BESIDE, ...ABOVE]]);
}

// The opponent's discs that the mover can flip at once.
function inDanger({ board, turn, ownMoves, size }) {
  return new Set(ownMoves.flatMap((place) => flipsOf({ board, turn }, place, size))).size;
}

function r3Corners({ own, opp, corners, size }) {
  const [mine, his] = [new Set(own), new Set(opp)];
  let found = 0;
  for (const corner of corners) {
    if (his.has(corner)) found += 1;
    if (his.has(corner) || mine.has(corner)) continue;
    const [down, right] = [corner < size ? 1 : -1, corner % size === 0 ? 1 : -1];
    for (const [rows, columns] of [[down, 0], [0, right], [down, right]]) {
      const step = rows * size + columns;
      if (his.has(corner + step) && mine.has(corner + 2 * step)) found -= 1;
    }
  }
  return -found;
}

function frontierLead(context) {
  const border = around(context.empty, context.size);
  const count = (discs) => discs.filter((place) => border.has(place)).length;
  return lead(count(context.opp), count(context.own));
}

/** The features by their names. */
export const FEATURES = {
  discs: ({ own, opp }) => own.length - opp.length,
  disc_share: ({ own, opp }) => share(own.length, opp.length),
  disc_lead: ({ own, opp }) => lead(own.length, opp.length),
  squares: weighed,
  square_share: (context) => quotient(weighed(context), sizes(context.weights)),
  corners: (context) => difference(context, context.corners),
  corner_closeness: (context) => difference(context, around(context.corners.filter((place) => context.empty.includes(place)), context.size)),
  move_share: ({ ownMoves, oppMoves }) => share(ownMoves.length, oppMoves.length),
  move_lead: ({ ownMoves, oppMoves }) => lead(ownMoves.length, oppMoves.length),
  weighted_moves: ({ ownMoves, oppMoves, weights, size }) =>
    quotient(sum(ownMoves, weights) - sum(oppMoves, weights), (12 * sizes(weights)) / size ** 2),
  frontier_lead: frontierLead,
  stable: ({ own, opp, size }) => stableDiscs(own, opp, size).size - stableDiscs(opp, own, size).size,
  edge_runs: (context) => (edgeRuns(context, context.own) - edgeRuns(context, context.opp)) / context.edges.length,
  r3_stability: (context) => inDanger(context) - 3 * grown(context.opp, context, [BESIDE, ABOVE]),
  r3_corners: r3Corners,
  r3_mobility: ({ ownMoves, oppMoves }) => (oppMoves.length ? share(ownMoves.length, oppMoves.length) : 1000),
};
