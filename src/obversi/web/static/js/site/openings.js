// The names of openings for the positions of a game.

import { localLine } from "../offline/line.js";
import { dataFile } from "./data.js";
import { canonicalBoard } from "./symmetry.js";

const MOST_PLIES = 24; // no named opening is longer

let names = null; // by position, once they were needed

function keyOf({ board, turn }) {
  return `${canonicalBoard(board, 8)} ${turn}`;
}

async function allNames() {
  names ??= dataFile("openings").then(
    ({ openings }) =>
      new Map(openings.map(({ name, moves }) => [keyOf(localLine({ rules: "normal", size: 8, position: "", moves }).nodes.at(-1)), name])),
  );
  names.catch(() => (names = null));
  return names;
}

/** A function of a position and the name before it that returns the name of its opening, or null. */
export async function openingNames({ size, position }) {
  const isUsual = size === 8 && !position;
  const known = isUsual ? await allNames().catch(() => new Map()) : new Map();
  return (node, before) => (node.ply <= MOST_PLIES && known.size > 0 && known.get(keyOf(node))) || before;
}

/** The positions of a game, as `/api/line` returns them. */
export async function namedLine(game, since = 0) {
  const line = localLine({ position: "", moves: "", ...game });
  const nameAt = await openingNames(game);
  const nodes = [];
  for (const node of line.nodes) nodes.push({ ...node, opening: nameAt(node, nodes.at(-1)?.opening ?? null) });
  return { ...line, nodes: nodes.slice(since) };
}
