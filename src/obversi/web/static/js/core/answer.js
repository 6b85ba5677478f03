// A reply of the server in a view: loading, loaded or failed.

import { button } from "./choice.js";
import { h } from "./dom.js";
import { t } from "./language.js";
import { makeStore } from "./store.js";

/**
 * Load something by `load(signal)`, which returns a promise. The state has `answer`, `error` and
 * `waiting`; an older reply stays until the next one arrives.
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

/** Show a reply by `show(answer)`, or `words` while it is loading, or the error. */
export function answered(answer, words, show) {
  const { error, answer: found } = answer.state;
  if (found === null && error === null) return loading(words);
  return [error && failure(error, answer.ask), found !== null && show(found)];
}

/** The text while something is loading. */
export function loading(words) {
  return h("p", { class: "loading soft", role: "status", key: "loading" }, words);
}

/** An error, and a button to try again. */
export function failure(error, again) {
  return h(
    "div",
    { class: "problem failure", role: "alert", key: "failure" },
    h("p", { lang: error.lang ?? null }, error.message),
    again && button(t("Try again"), again),
  );
}
