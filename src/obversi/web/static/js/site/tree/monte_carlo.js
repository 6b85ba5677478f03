// The steps of Monte Carlo tree search: src/obversi/textbook/tracing/monte_carlo.py has the same rules.
// The engine has recorded the rounds, and this module repeats them on a tree.

import { moveName } from "../../engine/device.js";
import { fixed, grouped, percent } from "./numbers.js";
import { isOver, legalMoves, played, playerName, statusOf } from "./positions.js";

/** The nodes of the tree, how deep it is, and `finish`, which returns the steps. */
export function monteCarloSteps({ rounds, root, exploration, move, value }) {
  const nodes = [];
  const steps = [];
  let playouts = 0;

  function grow(position, parent, made) {
    const ply = parent === null ? 0 : nodes[parent].ply + 1;
    nodes.push({ position, parent, move: made, ply, visits: 0, wins: 0, share: 0, legal: null, children: new Map() });
    return nodes.length - 1;
  }

  function add(node, text, states = [], table = null) {
    // Each random game counts as an evaluation.
    steps.push({ node, text, states, nodes: nodes.length, evaluations: playouts, minimaxNodes: null, cut: null, table });
  }

  /** Go to the child with the largest sum of its share of wins and its bonus. */
  function select(index, made) {
    const { children, visits: all, position } = nodes[index];
    const rows = Array.from(children, ([each, child]) => {
      const { share, visits } = nodes[child];
      const bonus = exploration * Math.sqrt(Math.log(all) / visits);
      return { each, visits, share, bonus, sum: share + bonus };
    });
    rows.sort((one, other) => other.sum - one.sum);
    const { share, bonus, sum } = rows.find(({ each }) => each === made);
    const text =
      rows.length > 1
        ? `Selection: ${playerName(position)} takes ${made}, which has the largest sum: ${fixed(share, 2)} won and a bonus of ${fixed(bonus, 2)} for few visits, ${fixed(sum, 2)}.`
        : `Selection: ${made} is the only move.`;
    const child = children.get(made);
    add(child, text, [], {
      columns: ["move", "visits", "won", "bonus", "sum"],
      rows: rows.map((row) => [row.each, String(row.visits), fixed(row.share, 2), fixed(row.bonus, 2), fixed(row.sum, 2)]),
    });
    return child;
  }

  function expand(index, made) {
    const { position, children } = nodes[index];
    const child = grow(played(position, made), index, made);
    children.set(made, child);
    const text = `Expansion: ${playerName(position)} tries ${made} for the first time. It is a new node.`;
    add(child, text, [{ node: child, value: "", window: "", best: null, isOpen: false }]);
    return child;
  }

  /** Write the result of the random game, which counts for the mover where it begins. */
  function simulate(index, reward) {
    const { position } = nodes[index];
    playouts += 1;
    if (isOver(position)) {
      add(index, `The game is over here: ${statusOf(position)}. This is the result.`);
      return;
    }
    const mover = playerName(position);
    const other = mover === "Black" ? "White" : "Black";
    const result = reward === 0.5 ? "it is a draw" : `${reward === 1 ? mover : other} wins`;
    add(index, `Simulation: a game of random moves from here: ${result}.`);
  }

  function backUp(path, result) {
    let reward = result;
    for (const index of [...path].reverse()) {
      const node = nodes[index];
      reward = 1 - reward;
      node.visits += 1;
      node.wins += reward;
      node.share += (reward - node.share) / node.visits;
    }
    const moves = path.slice(1).map((index) => `${nodes[index].move} ${nodes[index].wins} of ${nodes[index].visits}`);
    const text = "Back-up: the result counts for every move on the way";
    add(path.at(-1), moves.length > 0 ? `${text}: ${moves.join(", ")} won.` : `${text}.`, path.map(stateOf));
  }

  function stateOf(index) {
    const { children, visits, share } = nodes[index];
    nodes[index].legal ??= legalMoves(nodes[index].position);
    let best = null; // the first one among equal moves, in the order of the squares
    for (const made of nodes[index].legal) {
      const child = children.get(made) ?? null;
      if (child !== null && (best === null || isMore(nodes[child], nodes[best]))) best = child;
    }
    const shown = index === 0 ? `${visits} games` : `${percent(share)} of ${visits}`;
    return { node: index, value: shown, window: "", best, isOpen: false };
  }

  grow(root, null, null);
  const start = `${playerName(root)} is to move. The tree is the position alone; no game has been played.`;
  add(0, start, [{ node: 0, value: "", window: "", best: null, isOpen: false }]);
  for (const { moves, isExpanded, reward } of rounds) {
    const names = moves.map(moveName);
    const path = [0];
    for (const made of isExpanded ? names.slice(0, -1) : names) path.push(select(path.at(-1), made));
    if (isExpanded) path.push(expand(path.at(-1), names.at(-1)));
    simulate(path.at(-1), reward);
    backUp(path, reward);
  }

  const deepest = Math.max(...nodes.map(({ ply }) => ply));
  return {
    nodes,
    deepest,
    /** All steps, including the last one; `plain` has the counts of minimax. */
    finish(plain) {
      const { visits } = nodes[nodes[0].children.get(move)];
      add(
        0,
        `${playerName(root)} plays ${move}, which most games began with: ${grouped(visits)} of ${grouped(playouts)}, and ` +
          `${percent(value)} of them were won. The tree has ${grouped(nodes.length)} nodes and is ${deepest} plies deep; ` +
          `plain minimax to depth ${plain.depth} has ${grouped(plain.nodes)}.`,
      );
      return steps;
    },
  };
}

function isMore(one, other) {
  return one.visits > other.visits || (one.visits === other.visits && one.share > other.share);
}
