// The name of the opening that a move would lead to, for somebody who points at its square.

import { line as lineOf } from "../core/api.js";
import { gameAt, keyOf, nodeHere, pathOf } from "./here.js";

export function makeOpeningAhead(store) {
  const names = new Map(); // by game

  /** Look a square up that is pointed at, or none. */
  async function point(square) {
    const { size, position, preview } = store.state;
    const isLegal = nodeHere(store.state)?.legal.some(({ move }) => move === square);
    if (size !== 8 || position || preview || !isLegal) return change(null);
    const path = [...pathOf(store.state), square];
    const game = gameAt(store.state, path);
    const key = keyOf(game);
    if (!names.has(key)) {
      names.set(key, null);
      try {
        const { nodes } = await lineOf(game, path.length);
        names.set(key, nodes[0].opening);
      } catch {
        names.delete(key);
      }
    }
    const isHere = keyOf(gameAt(store.state, [...pathOf(store.state), square])) === key;
    if (isHere && store.state.board.hovered === square) change({ square, name: names.get(key) ?? null });
  }

  function change(ahead) {
    if (store.state.openingAhead !== ahead) store.change({ openingAhead: ahead });
  }

  return { point };
}

/** The name to show: of the position, or of the move that is pointed at if it has another one. */
export function openingWords({ openingAhead }, node) {
  const name = node.opening ?? "";
  if (!openingAhead?.name || openingAhead.name === name) return name;
  return `${openingAhead.square}: ${openingAhead.name}`;
}
