// The results of perfect play in positions of small boards; replies are cached.

import { post } from "../core/api.js";
import { makeStore } from "../core/store.js";
import { makePerfectSearch, solvedBy } from "./perfect_search.js";

// A position that takes longer is searched instead, which shows results meanwhile.
const SECONDS = 0.4;

function keyOf({ rules, size, moves }) {
  return `${rules} ${size} ${moves}`;
}

/** Request one position at a time; `of` returns a cached reply, `error` is that of the last request. */
export function makePerfectValues(socket) {
  const store = makeStore({ known: new Map(), error: null });
  const search = makePerfectSearch(socket);
  let requested = null;
  let running = null;

  function learn(key, answer) {
    store.change(({ known }) => ({ known: new Map(known).set(key, answer), error: null }));
  }

  const unlisten = search.listen(({ key, report, over }) => {
    if (over && report?.exact) learn(key, { ...store.state.known.get(key), ...solvedBy(report) });
    else store.change({}); // listeners draw the search
  });

  async function look(game) {
    const key = keyOf(game);
    const found = store.state.known.get(key);
    if (search.state.key !== null && search.state.key !== key) search.stop();
    if (found?.solved === false && search.state.key !== key) search.look(key, game);
    if (found || requested === key) return;
    running?.abort();
    running = new AbortController();
    requested = key;
    try {
      const question = { ...game, seconds: SECONDS };
      learn(key, await post("/api/perfect", question, { signal: running.signal }));
    } catch (error) {
      if (error.name !== "AbortError" && requested === key) store.change({ error });
    } finally {
      if (requested === key) requested = null;
    }
  }

  return {
    listen: store.listen,
    get error() {
      return store.state.error;
    },
    look,
    of: (game) => store.state.known.get(keyOf(game)) ?? null,
    /** The state of the search of a position, see perfect_search.js. */
    searched: (game) => (search.state.key === keyOf(game) ? search.state : null),
    searchOn: (game) => search.look(keyOf(game), game),
    /** Forget errors, so that the request is repeated. */
    again(game) {
      store.change({ error: null });
      return look(game);
    },
    close() {
      unlisten();
      running?.abort();
      search.stop();
    },
  };
}
