// The steps of minimax, alpha-beta and maximax: src/obversi/textbook/tracing/depth_first.py has the same
// rules. The engine has recorded the nodes, with their windows and values; this module does not search.

import { moveName } from "../../engine/device.js";
import { legalMoves, played } from "./positions.js";
import { makeWords, moveNames } from "./words.js";
import { countText } from "./numbers.js";

/** The nodes with their positions, plies and children, and at cut-offs the moves that were left out. */
export function treeOf(recorded, root) {
  const nodes = recorded.map(({ move, ...node }) => ({ ...node, move: moveName(move), children: [], left: [], ply: 0 }));
  nodes.forEach((node, index) => {
    if (index === 0) {
      Object.assign(node, { parent: null, move: null, position: root });
      return;
    }
    const before = nodes[node.parent];
    before.children.push(index);
    node.position = played(before.position, node.move);
    node.ply = before.ply + 1;
  });
  for (const node of nodes) {
    if (node.children.length === 0) continue;
    const tried = new Set(node.children.map((child) => nodes[child].move));
    const sorted = node.order.map(({ move }) => moveName(move));
    node.left = (sorted.length > 0 ? sorted : legalMoves(node.position)).filter((move) => !tried.has(move));
  }
  return nodes;
}

/** The positions after the moves that were left out, with the depth to which minimax searches them. */
export function leftPositions(nodes, depth) {
  return nodes.flatMap(({ position, left, ply }, node) =>
    left.map((move) => ({ node, position: played(position, move), depth: depth - ply - 1 })),
  );
}

/**
 * The steps of a search. `skipped` has, by node, how many nodes of minimax a cut-off leaves out; `plain` has
 * the counts of minimax.
 */
export function depthFirstSteps({ nodes, search, depth, move, value, hasMargins, skipped, plain }) {
  const words = makeWords(nodes[0].position, search, hasMargins);
  const steps = [];
  const states = new Map(); // the last of each node
  let [searched, leftOut, opened] = [0, 0, 0];

  function add(node, text, evaluations, changed, { cut = null, table = null } = {}) {
    for (const state of changed) states.set(state.node, state);
    steps.push({ node, text, states: changed, nodes: searched, evaluations, minimaxNodes: opened + leftOut, cut, table });
  }

  function stateOf(index, state) {
    const shown = state.best === null ? "" : words.value(state.value);
    return { node: index, value: shown, window: words.window(state.alpha, state.beta), best: state.best, isOpen: true };
  }

  /**
   * Write the steps of a node and of those below; return its least and its largest possible value.
   * @returns {[number, number]}
   */
  function visit(index) {
    const node = nodes[index];
    opened += 1;
    searched += node.isSearched ? 1 : 0;
    if (node.children.length === 0) {
      const text = words.leaf(node.position, node.move, node.value, node.isSearched);
      add(index, text, node.evaluationsAfter, [{ node: index, value: words.value(node.value), window: "", best: null, isOpen: false }]);
      return [node.value, node.value];
    }
    const isMax = node.ply % 2 === 0;
    const worst = isMax ? -Infinity : Infinity;
    const state = { value: worst, alpha: node.alpha, beta: node.beta, least: worst, most: worst, best: null };
    open(index, state);
    for (const child of node.children) goBack(index, child, visit(child), state, isMax);
    if (node.left.length > 0) cutOff(index, state, isMax);
    return [state.least, state.most];
  }

  function open(index, state) {
    const { position, move: made, alpha, beta, children, order } = nodes[index];
    const text = made === null ? words.begin(depth) : words.opened(position, made, alpha, beta);
    const table = order.length > 0 ? orderTable(order, words) : null;
    add(index, text, nodes[children[0]].evaluationsBefore, [stateOf(index, state)], { table });
  }

  /** Compare the value of a child with the best so far, and narrow the window. */
  function goBack(index, child, [least, most], state, isMax) {
    const { value: found, isSearched, move: made, evaluationsAfter } = nodes[child];
    const isBetter = state.best === null || (isMax ? found > state.value : found < state.value);
    const pick = isMax ? Math.max : Math.min;
    state.least = pick(state.least, least);
    state.most = pick(state.most, most);
    let narrows = false;
    if (isBetter) {
      state.value = found;
      state.best = child;
      // Maximax evaluates its last ply without looking at the window.
      narrows = isSearched && (isMax ? found > state.alpha : found < state.beta);
    }
    if (narrows) state[isMax ? "alpha" : "beta"] = found;
    const bound = least === found && most === found ? "" : most > found ? "≥" : "≤";
    const text = words.returned(made, found, bound, state.value, { isMax, isBetter, narrows });
    const closed = { ...states.get(child), value: words.value(found, bound), isOpen: false };
    add(index, text, evaluationsAfter, [closed, stateOf(index, state)]);
  }

  function cutOff(index, state, isMax) {
    const { left, alpha, beta } = nodes[index];
    state[isMax ? "most" : "least"] = isMax ? Infinity : -Infinity;
    const count = skipped.get(index);
    leftOut += count;
    const bound = isMax ? beta : alpha; // from above, not from the children of this node
    const reason = words.reason(state.value, bound, isMax);
    const shown = { ...stateOf(index, state), value: words.value(state.value, isMax ? "≥" : "≤") };
    const cut = { node: index, text: `✂ ${moveNames(left)}: ${reason} (${countText(count, "node")})` };
    add(index, words.cut(state.value, bound, left, count, isMax), steps.at(-1).evaluations, [shown], { cut });
  }

  visit(0);
  const own = { nodes: searched, evaluations: nodes[0].evaluationsAfter };
  add(0, words.end(move, value, own, plain), own.evaluations, [{ ...states.get(0), isOpen: false }]);
  return { steps, value: words.value(value) };
}

function orderTable(order, words) {
  const rows = order.map(({ move, value, inTable }) => [moveName(move), words.value(value), inTable ? "table" : "evaluation"]);
  return { columns: ["move", "for the mover", "from"], rows };
}
