// A position of a line of play, shown on the board without going there.

import { line as lineOf } from "../core/api.js";
import { gameAt, keyOf, nodeAt, pathOf, reportAt } from "./here.js";

const MOST_KEPT = 60; // lines

export function makePreview(store) {
  const lines = new Map(); // by game: the promise of its positions
  let wanted = null;

  function positions(path, moves) {
    const game = gameAt(store.state, [...path, ...moves]);
    const key = keyOf(game);
    if (!lines.has(key)) {
      if (lines.size >= MOST_KEPT) lines.delete(lines.keys().next().value);
      const loading = lineOf(game, path.length + 1).then(({ nodes }) => nodes);
      loading.catch(() => lines.delete(key));
      lines.set(key, loading);
    }
    return lines.get(key);
  }

  /** Show the position after the first `many` moves of a line from a place. */
  async function show(path, moves, many) {
    const own = keyOf(gameAt(store.state, [...path, ...moves.slice(0, many)]));
    if (own === wanted) return;
    wanted = own;
    store.change(({ held }) => ({ held: held ?? reportAt(store.state, pathOf(store.state)) }));
    try {
      const nodes = await positions(path, moves);
      if (wanted !== own || !nodeAt(store.state, path)) return;
      const node = nodes[lastOf(nodes, moves.slice(0, many))];
      if (node) store.change({ preview: { node, words: moves.slice(0, many).join(" ") } });
    } catch {
      // The line cannot be shown; playing it reports the reason.
    }
  }

  function hide() {
    wanted = null;
    const { preview, held } = store.state;
    if (preview || held) store.change({ preview: null, held: null });
  }

  return { show, hide };
}

// Passes may be in the positions and not in the moves.
function lastOf(nodes, moves) {
  const many = moves.filter((move) => move !== "pass").length;
  let seen = 0;
  return nodes.findIndex(({ move }) => {
    if (move !== "pass") seen += 1;
    return seen === many && move !== "pass";
  });
}
