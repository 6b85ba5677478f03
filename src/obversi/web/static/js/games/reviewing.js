// Reviews of games that have no accuracy yet, one after another; the server stores their accuracy.

import { get } from "../core/api.js";
import { say } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { makeStore } from "../core/store.js";

const MOST = 20; // games in one run
const SECONDS = 0.1; // for each position

/** `changed()` is called after each review. */
export function makeReviewing({ socket, changed, redraw }) {
  const store = makeStore({ done: 0, of: 0, isRunning: false, problem: "" });
  const end = store.listen(redraw);
  let running = null;

  async function begin() {
    store.change({ done: 0, of: 0, isRunning: true, problem: "" });
    try {
      const wanted = new URLSearchParams({ reviewed: "false", most: String(MOST) });
      const { games } = await get(`/api/person/games?${wanted}`);
      store.change({ of: games.length });
      await socket.opened();
      for (const { rules, size, position, moves } of games) {
        if (!store.state.isRunning) break;
        const limit = { seconds: SECONDS };
        running = socket.stream({ type: "review", rules, size, position, moves, limit });
        const { done, of } = await running.answered;
        if (done === of) store.change(({ done: before }) => ({ done: before + 1 }));
        changed();
      }
      say(tn("{n} game is reviewed.", "{n} games are reviewed.", store.state.done));
    } catch (error) {
      store.change({ problem: error.message });
    }
    running = null;
    store.change({ isRunning: false });
  }

  function stop() {
    store.change({ isRunning: false });
    running?.stop();
  }

  return {
    store,
    begin,
    stop,
    close() {
      stop();
      end();
    },
  };
}

/** How far the reviews are. */
export function reviewingText({ done, of }) {
  return t("Reviewing: {done} of {of} games.", { done, of });
}
