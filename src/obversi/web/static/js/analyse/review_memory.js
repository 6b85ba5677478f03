// Reviews that were done in this window: they are there again when the page is loaded anew.

import { keyOf } from "./here.js";

const PLACE = "obversi.reviews";
const MOST_KEPT = 8;

/** Keep a review of a whole game. */
export function keepReview(game, review) {
  const key = keyOf(game);
  const kept = { ...review, entries: [...review.entries], margins: [...review.margins] };
  const others = read().filter(([other]) => other !== key);
  try {
    sessionStorage.setItem(PLACE, JSON.stringify([[key, kept], ...others].slice(0, MOST_KEPT)));
  } catch {
    // It is forgotten with the page, then.
  }
}

/** The review of the first of some games that has one, or null. */
export function keptReview(games) {
  const all = new Map(read());
  const found = games.map((game) => all.get(keyOf(game))).find(Boolean);
  return found
    ? { ...found, entries: new Map(found.entries), margins: new Map(found.margins) }
    : null;
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(PLACE)) ?? [];
  } catch {
    return [];
  }
}
