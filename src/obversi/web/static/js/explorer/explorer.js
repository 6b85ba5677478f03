// Positions in the book and the database; replies are cached.

import { post } from "../core/api.js";
import { makeStore } from "../core/store.js";

const MOST_KNOWN = 500; // positions

function keyOf({ rules, size, position, moves }) {
  return [rules, size, position, moves].join(" ");
}

/** Request one position at a time; `of` returns a cached reply, `error` is that of the last request. */
export function makeExplorer() {
  const store = makeStore({ known: new Map(), error: null });
  let running = null; // the request that was sent last: {key, answered, stop}

  /**
   * Resolve with the reply about a game's last position, or with null if the request fails. Only `again`
   * repeats a request that has failed.
   */
  function look({ rules, size, position, moves }) {
    const game = { rules, size, position, moves };
    const key = keyOf(game);
    if (running?.key === key) return running.answered;
    forget();
    if (store.state.known.has(key)) return Promise.resolve(store.state.known.get(key));
    const stop = new AbortController();
    running = { key, stop, answered: ask(key, game, stop.signal) };
    return running.answered;
  }

  async function ask(key, game, signal) {
    try {
      const answer = await post("/api/explorer", game, { signal });
      store.change(({ known }) => ({ known: withAnswer(known, key, answer) }));
      return answer;
    } catch (error) {
      if (!signal.aborted) store.change({ error });
      return null;
    }
  }

  function forget() {
    running?.stop.abort();
    running = null;
    if (store.state.error) store.change({ error: null });
  }

  return {
    get error() {
      return store.state.error;
    },
    listen: store.listen,
    look,
    /** Look a position up, even if that has failed before. */
    again(game) {
      forget();
      return look(game);
    },
    of: (game) => store.state.known.get(keyOf(game)) ?? null,
    close: forget,
  };
}

function withAnswer(known, key, answer) {
  const grown = new Map(known).set(key, answer);
  if (grown.size > MOST_KNOWN) grown.delete(grown.keys().next().value);
  return grown;
}
