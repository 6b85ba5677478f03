// The shown position in the book and the database: their values need no search.

import { moversMargin } from "../core/sides.js";
import { signed } from "../core/words.js";
import { makeExplorer } from "../explorer/explorer.js";
import { valueWords } from "../explorer/words.js";
import { gameAt, nodeHere, pathOf } from "./here.js";

export function makeBook(store) {
  const explorer = makeExplorer();

  /** Look up a game's last position: the shown one, or one that will be shown soon. */
  function follow(game = gameAt(store.state, pathOf(store.state))) {
    const { tree, editor, hidden, learn } = store.state;
    if (tree === null || editor !== null || hidden || learn !== null) return;
    explorer.look(game);
  }

  return {
    follow,
    again: () => explorer.again(gameAt(store.state, pathOf(store.state))),
    listen: explorer.listen,
    close: explorer.close,
    get error() {
      return explorer.error;
    },
    /** The reply about the shown position, or null while it is loading. */
    here: () => explorer.of(gameAt(store.state, pathOf(store.state))),
  };
}

/** The book's values as tags of the board. */
export function bookTags(state, book) {
  if (state.hidden || state.learn || state.preview || !state.values) return undefined;
  const { legal, turn } = nodeHere(state);
  const known = (book.here()?.moves ?? []).filter(
    (one) => one.book !== null && legal.some(({ move }) => move === one.move),
  );
  return new Map(known.map((one) => [one.move, tagOf(one, turn)]));
}

function tagOf(move, turn) {
  const { value, exact } = move.book;
  return { text: signed(moversMargin(value, turn)), exact, words: valueWords(move, turn) };
}
