// The search tree on a site without a server: the engine in the page searches, with the reply of `/api/tree`.

import { RequestError } from "../../core/api.js";
import { numberText, t } from "../../core/language.js";
import { moveName } from "../../engine/device.js";
import { localLine } from "../../offline/line.js";
import { dataFile } from "../data.js";
import { textbook } from "../engine.js";
import { depthFirstSteps, leftPositions, treeOf } from "./depth_first.js";
import { monteCarloSteps } from "./monte_carlo.js";
import { figures, percent } from "./numbers.js";
import { drawTree } from "./picture.js";
import { bitsOf, isOver } from "./positions.js";
import { treeSvg } from "./report.js";

const MOST_NODES = 1000;
const ENOUGH_NODES = 100_000; // the limit of plain minimax for comparison with Monte Carlo tree search
const BAD_REQUEST = 400;

/** The reply of `/api/tree`. */
export async function searchTree(request) {
  const trace = await traced(request);
  const { width, height, shapes, centres } = drawTree(trace);
  const paths = [];
  for (const { parent, move } of trace.nodes) paths.push(parent === null ? [] : [...paths[parent], move]);
  return {
    ...{ title: trace.title, move: trace.move, value: trace.value, minimax: trace.minimax, width, height, shapes },
    nodes: trace.nodes.map(({ position }, index) => ({
      board: position.board,
      turn: isOver(position) ? null : position.turn,
      path: paths[index],
      x: centres[index][0],
      y: centres[index][1],
    })),
    steps: trace.steps.map(({ node, text, nodes, evaluations, minimaxNodes, cut, table }) => ({
      ...{ node, text, nodes, evaluations, table, cut: cut !== null, minimax_nodes: minimaxNodes },
    })),
  };
}

/** The reply of `/api/tree/picture`. */
export async function searchTreePicture({ step = null, ...request }) {
  const trace = await traced(request);
  const text = treeSvg(trace, step ?? trace.steps.length - 1);
  const name = `obversi-${request.search}${step === null ? "" : `-${step}`}.svg`;
  return { text, file_name: name, media_type: "image/svg+xml" };
}

/** @param {any} request */
async function traced({ rules, size, position, moves, ...setup }) {
  const { board, turn } = localLine({ rules, size, position, moves }).nodes.at(-1);
  if (turn === null) throw new RequestError(t("The game is over: go back some moves."), BAD_REQUEST, "position");
  const root = { board, turn, size, rules };
  return setup.search === "mcts" ? monteCarlo(root, setup) : depthFirst(root, setup);
}

const gameOf = ({ size, rules }) => ({ size, isReversed: rules === "reversed" });

function counted(positions) {
  return textbook("counts", { positions: positions.map(({ position, depth }) => ({ ...gameOf(position), ...bitsOf(position), depth })) });
}

async function depthFirst(root, { search = "alpha-beta", depth = 3, evaluation = "r4", weights = null }) {
  const mix = weights ? ownMix(weights, root) : await namedMix(evaluation, root);
  const task = { ...gameOf(root), ...bitsOf(root), search, depth, mostNodes: MOST_NODES, mix: mixText(mix, root.size) };
  const found = await textbook("trace", task);
  if (found === null) {
    const values = { search, depth, nodes: numberText(MOST_NODES) };
    const text = t("{search} to depth {depth} opens more than {nodes} nodes here: choose a smaller depth", values);
    throw new RequestError(text, BAD_REQUEST, "depth");
  }
  const nodes = treeOf(found.nodes, root);
  const left = leftPositions(nodes, depth);
  const [minimax, ...counts] = await counted([{ position: root, depth }, ...left]);
  const skipped = new Map();
  left.forEach(({ node }, place) => skipped.set(node, (skipped.get(node) ?? 0) + counts[place].nodes));
  const move = moveName(found.move);
  const hasMargins = mix.finished === "margin";
  const written = depthFirstSteps({ nodes, search, depth, move, value: found.value, hasMargins, skipped, plain: minimax });
  return { search, nodes, minimax, move, ...written, title: `${search}, depth ${depth}, evaluation ${mix.name}` };
}

/** @param {any} root @param {any} setup */
async function monteCarlo(root, { search, playouts = 50, exploration = 1.414, seed = 1 }) {
  const found = await textbook("traceMcts", { ...gameOf(root), ...bitsOf(root), playouts, exploration, seed });
  const move = moveName(found.move);
  const { nodes, deepest, finish } = monteCarloSteps({ rounds: found.rounds, root, exploration, move, value: found.value });
  let [minimax] = await counted([{ position: root, depth: 1 }]);
  while (minimax.depth < deepest && minimax.nodes < ENOUGH_NODES) {
    [minimax] = await counted([{ position: root, depth: minimax.depth + 1 }]);
  }
  const title = `mcts, ${playouts} playouts, exploration ${figures(exploration)}, seed ${seed}`;
  return { search, nodes, minimax, move, value: percent(found.value), steps: finish(minimax), title };
}

async function namedMix(wanted, { rules, size }) {
  const { evaluations } = await dataFile("evaluations");
  const { name, finished, games } = evaluations.find((one) => one.name === wanted);
  return { name, finished, ...games[`${rules}-${size}`] };
}

// Weights of a1, b1, c1, d1, b2, c2, d2, c3, d3 and d4; the others follow by symmetry.
function ownMix(weights, { size }) {
  const rows = [[0, 1, 2, 3], [1, 4, 5, 6], [2, 5, 7, 8], [3, 6, 8, 9]];
  const squares = Array.from({ length: size * size }, (_, place) => {
    const [row, column] = [Math.floor(place / size), place % size].map((at) => Math.min(at, size - 1 - at));
    return weights[rows[row][column]];
  });
  return { name: "own weights", finished: "margin", names: ["squares"], phases: [{ last: size * size, weights: [1] }], squares };
}

// The text that core/wasm/textbook.cpp reads; a row has eight squares on every board.
function mixText({ finished, names, phases, squares }, size) {
  const board = Array(64).fill(0);
  squares.forEach((weight, place) => (board[8 * Math.floor(place / size) + (place % size)] = weight));
  const parts = phases.flatMap(({ last, weights }) => [last, ...weights]);
  return [finished, names.length, ...names, phases.length, ...parts, ...board].join(" ");
}
