// An answer of the server that a view waits for: it is on its way, it is there, or it failed.

import { button } from "./choice.js";
import { h } from "./dom.js";
import { makeStore } from "./store.js";

/**
 * Ask for something by `load(signal)`, which returns a promise. The state has `answer`, `error` and
 * `waiting`; an older answer stays until the next is there.
 */
export function makeAnswer(load) {
  const store = makeStore({ answer: null, error: null, waiting: false });
  let running = null;

  async function ask() {
    running?.abort();
    const own = new AbortController();
    running = own;
    store.change({ waiting: true });
    try {
      const answer = await load(own.signal);
      if (running === own) store.change({ answer, error: null, waiting: false });
    } catch (error) {
      if (running === own) store.change({ error, waiting: false });
    }
  }

  return {
    get state() {
      return store.state;
    },
    listen: store.listen,
    ask,
    close() {
      running?.abort();
      running = null;
    },
  };
}

/** Show an answer by `show(answer)`, or that it is awaited, or why there is none. */
export function answered(answer, words, show) {
  const { error, answer: found } = answer.state;
  if (found === null && error === null) return loading(words);
  return [error && failure(error, answer.ask), found !== null && show(found)];
}

/** What is seen while `words` are on their way. */
export function loading(words) {
  return h("p", { class: "loading soft", role: "status", key: "loading" }, `Loading ${words} …`);
}

/** Why something is not there, and a button that asks for it again. */
export function failure(error, again) {
  return h(
    "div",
    { class: "problem failure", role: "alert", key: "failure" },
    h("p", {}, error.message),
    again && button("Try again", again),
  );
}
