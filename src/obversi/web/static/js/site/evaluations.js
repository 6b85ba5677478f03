// The terms of evaluations on a site without a server: `obversi site` writes the weights into a file.
// src/obversi/heuristics/explain.py has the same rules.

import { localLine } from "../offline/line.js";
import { dataFile } from "./data.js";
import { FEATURES, featureContext } from "./features.js";

const WIN_POINTS = 1e6; // for each disc of a finished game's margin

/** The evaluations, as `/api/evaluations` lists them. */
export async function evaluationList() {
  const { evaluations } = await dataFile("evaluations");
  return { evaluations: evaluations.map(({ name, words, origin }) => ({ name, words, origin })) };
}

/** The last position of a game, term by term, as `/api/explain` returns it. */
export async function explained({ rules, size, position = "", moves = "", evaluations: names = [] }) {
  const { evaluations, features } = await dataFile("evaluations");
  const game = { rules, size };
  const node = localLine({ ...game, position, moves }).nodes.at(-1);
  const chosen = evaluations.filter(({ name }) => names.length === 0 || names.includes(name));
  return {
    turn: node.turn,
    evaluations: chosen.map((evaluation) => ({ name: evaluation.name, words: evaluation.words, ...judged(evaluation, game, node, features) })),
  };
}

function judged(evaluation, game, node, features) {
  const terms = termsOf(evaluation, game, node).map((term) => ({ ...features[term.name], ...term }));
  const values = node.legal.map(({ move }) => {
    const here = `${node.board} ${node.turn === "black" ? "X" : "O"}`;
    const [, after] = localLine({ ...game, position: here, moves: move }).nodes;
    return { move, value: 0 - valueOf(termsOf(evaluation, game, after)) };
  });
  const best = Math.max(...values.map(({ value }) => value));
  return { value: valueOf(terms), terms, moves: values.map((one) => ({ ...one, best: one.value === best })) };
}

const valueOf = (terms) => terms.reduce((sum, { points }) => sum + points, 0);

function termsOf({ finished, games }, { rules, size }, node) {
  // At the end neither side is to move: take the side after the last mover.
  const turn = node.turn ?? (node.mover === "black" ? "white" : "black");
  if (node.end && finished !== "evaluated") {
    const margin = node.end.winner === turn ? node.end.margin : -node.end.margin;
    const feature = finished === "margin" ? WIN_POINTS * margin : Math.sign(margin);
    return [{ name: "finished", feature, weight: 1, points: feature }];
  }
  const { names, phases, squares } = games[`${rules}-${size}`];
  const discs = node.black + node.white;
  const { weights } = phases.find(({ last }) => discs <= last) ?? phases.at(-1);
  const context = featureContext({ board: node.board, turn }, size, squares);
  return names.map((name, place) => {
    const feature = FEATURES[name](context) + 0;
    return { name, feature, weight: weights[place], points: weights[place] * feature + 0 };
  });
}
