// What a visitor wishes to play, and the request for it.

import { keep, kept } from "../core/settings.js";
import { RULES, SIZES, otherColor } from "../core/words.js";

const PLACE = "obversi.new-game";

// Who plays a colour: "me", "link" (whoever is sent the link), "anyone" (who is on this server), or
// the description of an agent.
const USUAL = {
  rules: "normal",
  size: 8,
  black: "me",
  white: "engine:level=3",
  clock: null, // or {minutes, increment}
};

export const USUAL_CLOCK = { minutes: 5, increment: 3 };

/** What was wished for the last time, or what is usual. */
export function lastWish() {
  const wish = { ...USUAL, ...kept(PLACE) };
  const { rules, size, black, white, clock } = wish;
  const isSound =
    Object.hasOwn(RULES, rules) &&
    SIZES.includes(size) &&
    [black, white].every((who) => typeof who === "string") &&
    (clock === null || [clock.minutes, clock.increment].every(Number.isFinite));
  return { ...(isSound ? { rules, size, black, white, clock } : USUAL), position: "", moves: "" };
}

export function keepWish({ rules, size, black, white, clock }) {
  keep(PLACE, { rules, size, black, white, clock });
}

function isPerson(who) {
  return who === "link" || who === "anyone";
}

/** Put somebody on a seat: opposite another person, only oneself can sit. */
export function withPlayer(wish, color, who) {
  const other = otherColor(color);
  const opposite = wish[other];
  const clash = isPerson(who) ? opposite !== "me" : isPerson(opposite) && who !== "me";
  return { ...wish, [color]: who, [other]: clash ? "me" : opposite };
}

export function swapped(wish) {
  return { ...wish, black: wish.white, white: wish.black };
}

/** Whether the game has clocks: with oneself one plays without. */
export function canHaveClock({ black, white }) {
  return !(black === "me" && white === "me");
}

/** Whether such a game begins as soon as it is asked for. */
export function beginsAtOnce({ black, white }) {
  return !isPerson(black) && !isPerson(white);
}

/** Whether a random beginning is wished for that is not there yet. */
export function isUnshuffled({ isShuffled, moves }) {
  return Boolean(isShuffled) && !moves;
}

function clockOf({ clock }) {
  return clock && { seconds: clock.minutes * 60, increment: clock.increment };
}

/** The request for a game. */
export function requestOf(wish) {
  const { rules, size, position, moves, black, white } = wish;
  const game = { rules, size, position, moves, clock: canHaveClock(wish) ? clockOf(wish) : null };
  if (black !== "me" && white !== "me") return { type: "arrange", ...game, black, white };
  if (black === "me" && white === "me") {
    return { type: "join", ...game, against: "myself", color: "black", private: true };
  }
  const color = black === "me" ? "black" : "white";
  const other = wish[otherColor(color)];
  const against = isPerson(other) ? "anyone" : other;
  return { type: "join", ...game, against, color, private: other !== "anyone" };
}
