// The state of a tournament, as a sign and in words.

import { RequestError } from "../core/api.js";
import { h } from "../core/dom.js";
import { dateText, numberText, t, tn, translated } from "../core/language.js";

const SIGNS = {
  running: ["●", t("live")],
  finished: ["✓", t("finished")],
  stopped: ["■", t("stopped")],
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

/** The progress as a bar and in words. */
export function gameProgress(tournament) {
  const { games, planned } = tournament;
  return h(
    "p",
    { class: "arena-progress" },
    h("progress", { max: Math.max(planned, 1), value: games, "aria-hidden": "true" }),
    h("span", { class: "small" }, progressWords(tournament)),
  );
}

function progressWords({ state, games, planned, ended, number }) {
  const extent =
    games === planned
      ? tn("{n} game", "{n} games", games)
      : tn("{games} of {n} game", "{games} of {n} games", planned, { games: numberText(games) });
  if (state === "running") return t("{games}, being played now", { games: extent });
  if (state === "finished") return `${extent}: ${translated(ended ?? "")}`;
  return t("{games}; {command} plays the rest", { games: extent, command: `obversi arena resume ${number}` });
}

/** A UTC date and time as local time. */
export function momentWords(text) {
  return localText(text, { dateStyle: "medium", timeStyle: "short" });
}

/** The day of a UTC date and time. */
export function dayWords(text) {
  return localText(text, { dateStyle: "medium" });
}

/**
 * @param {string} text
 * @param {Intl.DateTimeFormatOptions} options
 */
function localText(text, options) {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : dateText(moment, options);
}

// Replies that are requested again while a tournament runs and the page is visible.

/** Milliseconds until the next request: while something is running, and while something may begin. */
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

// The number in an address, which may not be a number at all.

/** Wait for a reply about something by its number; if the number is not valid, the error is `words`. */
export async function named(reply, words) {
  try {
    return await reply;
  } catch (error) {
    throw error.status === 422 ? new RequestError(words, 404) : error;
  }
}

/** Why a game of a tournament ended. */
export function reasonWords(reason) {
  const [, color, failure, details] = /^lost by (black|white), ([^:]+): (.*)$/s.exec(reason) ?? [];
  if (!color) return translated(reason);
  const values = { failure: translated(failure), details };
  return color === "black"
    ? t("lost by black, {failure}: {details}", values)
    : t("lost by white, {failure}: {details}", values);
}
