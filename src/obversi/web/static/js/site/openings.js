// The names of openings: those of a game's positions.

import { localLine } from "../offline/line.js";
import { dataFile } from "./data.js";
import { canonicalBoard } from "./symmetry.js";

const MOST_PLIES = 24; // no named opening is longer

let names = null; // by position, once they were asked for

function keyOf({ board, turn }) {
  return `${canonicalBoard(board, 8)} ${turn}`;
}

async function allNames() {
  names ??= dataFile("openings").then(
    ({ openings }) =>
      new Map(openings.map(({ name, moves }) => [keyOf(localLine({ rules: "normal", size: 8, position: "", moves }).nodes.at(-1)), name])),
  );
  return names;
}

/** The positions of a game, as `/api/line` returns them. */
export async function namedLine(game, since = 0) {
  const line = localLine({ position: "", moves: "", ...game });
  const nodes = [];
  const isUsual = game.size === 8 && !game.position;
  const known = isUsual ? await allNames().catch(() => new Map()) : new Map();
  let opening = null;
  for (const node of line.nodes) {
    if (node.ply <= MOST_PLIES && known.size > 0) opening = known.get(keyOf(node)) ?? opening;
    nodes.push({ ...node, opening });
  }
  return { ...line, nodes: nodes.slice(since) };
}
