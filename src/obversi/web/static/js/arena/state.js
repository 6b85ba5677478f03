// How a tournament is getting on, as a sign and in words.

import { RequestError } from "../core/api.js";
import { h } from "../core/dom.js";

const SIGNS = {
  running: ["●", "live"],
  finished: ["✓", "finished"],
  stopped: ["■", "stopped"],
};

export function stateMark({ state }) {
  const [sign, words] = SIGNS[state] ?? ["", state];
  return h(
    "span",
    { class: `arena-state ${state}` },
    h("span", { class: "sign", "aria-hidden": "true" }, sign),
    ` ${words}`,
  );
}

/** How far it is, as a bar and in words. */
export function gameProgress({ games, planned, text }) {
  return h(
    "p",
    { class: "arena-progress" },
    h("progress", { max: Math.max(planned, 1), value: games, "aria-hidden": "true" }),
    h("span", { class: "small" }, text),
  );
}

/** A UTC date and time as local time. */
export function momentWords(text) {
  const moment = new Date(text);
  /** @type {Intl.DateTimeFormatOptions} */
  const options = { dateStyle: "medium", timeStyle: "short" };
  return Number.isNaN(moment.getTime()) ? text : moment.toLocaleString("en", options);
}

// Replies that are requested again while a tournament runs and the page is visible.

/** Milliseconds until the next question: while something goes on, and while something may begin. */
export const SOON = 2000;
export const LATER = 10000;

/** Refresh a reply: `pauseOf(answer)` returns the milliseconds until then, or null to stop. */
export function keepFresh(answer, pauseOf) {
  let timer = null;

  function pause() {
    const { answer: found } = answer.state;
    return found === null || document.hidden ? null : pauseOf(found);
  }

  function plan() {
    clearTimeout(timer);
    const milliseconds = pause();
    if (milliseconds !== null) timer = setTimeout(answer.ask, milliseconds);
  }

  function look() {
    clearTimeout(timer);
    if (pause() !== null) answer.ask();
  }

  const end = answer.listen(({ waiting }) => !waiting && plan());
  document.addEventListener("visibilitychange", look);
  return () => {
    end();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

// What an address names, where it may be no name at all.

/** Load something by its number; anything else is not found. */
export async function named(asked, words) {
  try {
    return await asked;
  } catch (error) {
    throw error.status === 422 ? new RequestError(`Not found: ${words}.`, 404) : error;
  }
}
