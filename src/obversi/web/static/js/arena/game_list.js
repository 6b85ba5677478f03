// The games of a tournament: those of one agent, or of two, page by page.

import { makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { makeStore } from "../core/store.js";

const MOST = 25;

/**
 * Keep which games are shown; `pages` are the numbers at which each page so far begins, null for
 * the first. `newest` is null until somebody has decided.
 */
export function makeGameList(number) {
  const store = makeStore({ agent: "", against: "", newest: null, pages: [null] });
  const games = makeAnswer((signal) => {
    const { agent, against, newest, pages } = store.state;
    const wanted = new URLSearchParams({ most: MOST, newest: Boolean(newest) });
    const place = pages.at(-1);
    if (place !== null) wanted.set(newest ? "before" : "after", place);
    if (agent) wanted.set("agent", agent);
    if (against) wanted.set("against", against);
    return get(`/api/arena/${number}/games?${wanted}`, { signal, cache: "no-cache" });
  });

  function change(difference) {
    store.change(difference);
    return games.ask();
  }

  async function turn(pages) {
    await change({ pages });
    document.getElementById("games")?.scrollIntoView({ block: "start" });
  }

  return {
    get state() {
      return store.state;
    },
    games,
    /** Ask again; of a tournament that is being played the newest games are looked at first. */
    ask: (isPlayed) => change({ newest: store.state.newest ?? isPlayed }),
    listen: games.listen,
    filter: (difference) => change({ ...difference, pages: [null] }),
    /** Show the games of two against each other. */
    meeting: (agent, against) => {
      store.change({ agent, against });
      return turn([null]);
    },
    next: () => turn([...store.state.pages, games.state.answer.games.at(-1).number]),
    back: () => turn(store.state.pages.slice(0, -1)),
    /** Which games of how many are shown: {first, last, of}. */
    extent({ games: all, standings, crossings }) {
      const { agent, against, pages } = store.state;
      const first = (pages.length - 1) * MOST + 1;
      const met = crossings.find((one) => one.agent === agent && one.against === against);
      const own = standings.find((one) => one.agent === agent);
      const of = against ? met?.games : agent ? own?.games : all;
      const last = first - 1 + (games.state.answer?.games.length ?? 0);
      return { first, last, of: Math.max(of ?? 0, last) };
    },
    close: games.close,
  };
}
