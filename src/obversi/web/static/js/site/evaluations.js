// The features of evaluations on a site without a server: `obversi site` writes the weights into a file, and
// the engine in the page has its own. src/obversi/heuristics/explain.py has the same rules.

import { boardBits } from "../engine/device.js";
import { localLine } from "../offline/line.js";
import { dataFile } from "./data.js";
import { evaluatedPositions } from "./engine.js";
import { FEATURES, featureContext } from "./features.js";

const WIN_POINTS = 1e6; // for each disc of a finished game's margin

/** The evaluations, as `/api/evaluations` lists them. */
export async function evaluationList() {
  const { evaluations, engine } = await dataFile("evaluations");
  return { evaluations: [...evaluations, engine].map(({ name, words, origin }) => ({ name, words, origin })) };
}

/** The last position of a game, feature by feature, as `/api/explain` returns it. */
export async function explained({ rules, size, position = "", moves = "", evaluations: names = [] }) {
  const { evaluations, engine, features } = await dataFile("evaluations");
  const game = { rules, size };
  const node = localLine({ ...game, position, moves }).nodes.at(-1);
  const after = node.legal.map(({ move }) => nodeAfter(game, node, move));
  const isChosen = ({ name }) => names.length === 0 || names.includes(name);
  const found = evaluations.filter(isChosen).map((evaluation) => {
    const featuresOf = (each) => mixedFeatures(evaluation, game, each);
    return judged(evaluation, featuresOf(node), after.map(featuresOf), node, features);
  });
  if (isChosen(engine)) {
    const [own, ...others] = await engineFeature(engine, game, [node, ...after]);
    found.push(judged(engine, own, others, node, features));
  }
  return { turn: node.turn, evaluations: found };
}

function nodeAfter(game, node, move) {
  const here = `${node.board} ${node.turn === "black" ? "X" : "O"}`;
  return localLine({ ...game, position: here, moves: move }).nodes[1];
}

// The features of a position and those after each move.
function judged({ name, words }, own, after, node, about) {
  const values = node.legal.map(({ move }, place) => ({ move, value: 0 - valueOf(after[place]) }));
  const best = Math.max(...values.map(({ value }) => value));
  const features = own.map((feature) => ({ ...about[feature.name], ...feature }));
  return { name, words, value: valueOf(features), features, moves: values.map((one) => ({ ...one, best: one.value === best })) };
}

const valueOf = (features) => features.reduce((sum, { points }) => sum + points, 0);

// At the end neither side is to move: take the side after the last mover.
const turnOf = (node) => node.turn ?? (node.mover === "black" ? "white" : "black");

function marginOf(node) {
  return node.end.winner === turnOf(node) ? node.end.margin : 0 - node.end.margin;
}

function mixedFeatures({ finished, games }, { rules, size }, node) {
  if (node.end && finished !== "evaluated") {
    const margin = marginOf(node);
    return [featureOf("finished", finished === "margin" ? WIN_POINTS * margin : Math.sign(margin), 1)];
  }
  const { names, phases, squares } = games[`${rules}-${size}`];
  const discs = node.black + node.white;
  const { weights } = phases.find(({ last }) => discs <= last) ?? phases.at(-1);
  const context = featureContext({ board: node.board, turn: turnOf(node) }, size, squares);
  return names.map((name, place) => featureOf(name, FEATURES[name](context), weights[place]));
}

/** The engine's value of each position, as its only feature. */
async function engineFeature({ name }, game, nodes) {
  const running = nodes.filter(({ end }) => !end);
  const bits = running.map(({ board, turn }) => {
    const [own, opp] = turn === "black" ? "XO" : "OX";
    return { own: boardBits(board, game.size, own), opp: boardBits(board, game.size, opp) };
  });
  const values = await evaluatedPositions(game, bits);
  return nodes.map((node) => [featureOf(name, node.end ? WIN_POINTS * marginOf(node) : values.shift(), 1)]);
}

function featureOf(name, value, weight) {
  return { name, value: value + 0, weight, points: weight * value + 0 }; // avoids -0
}
