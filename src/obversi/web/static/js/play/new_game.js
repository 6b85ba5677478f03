// The settings of a new game, and the request for it.

import { gameLink } from "../core/game_link.js";
import { keep, kept } from "../core/settings.js";
import { RULES, SIZES, otherColor } from "../core/words.js";
import { myGame } from "./my_games.js";
import { isLive, movesUntil, playersOf } from "./shown.js";
import { startText } from "./starts.js";

const PLACE = "obversi.new-game";

// Who plays a colour: "me", "link" (a friend with the link), "anyone" (any player on this server), or
// the description of an agent.
const USUAL = {
  rules: "normal",
  size: 8,
  black: "me",
  white: "engine:level=3",
  clock: null, // or {minutes, increment}
  drawn: false, // whether the server draws lots for the colours
  rated: false,
};

/** The last setup of a new game, or the default one. */
export function lastSetup() {
  const setup = { ...USUAL, ...kept(PLACE) };
  const { rules, size, black, white, clock, drawn, rated } = setup;
  const isSound =
    Object.hasOwn(RULES, rules) &&
    SIZES.includes(size) &&
    [black, white].every((who) => typeof who === "string") &&
    (clock === null || [clock.minutes, clock.increment].every(Number.isFinite)) &&
    [drawn, rated].every((one) => typeof one === "boolean");
  const sound = isSound ? { rules, size, black, white, clock, drawn, rated } : USUAL;
  return { ...sound, position: "", moves: "" };
}

export function storeSetup({ rules, size, black, white, clock, drawn, rated }) {
  keep(PLACE, { rules, size, black, white, clock, drawn, rated });
}

function isPerson(who) {
  return who === "link" || who === "anyone";
}

/** Choose a player: against another person only the user can play. */
export function withPlayer(setup, color, who) {
  const other = otherColor(color);
  const opposite = setup[other];
  const clash = isPerson(who) ? opposite !== "me" : isPerson(opposite) && who !== "me";
  return { ...setup, [color]: who, [other]: clash ? "me" : opposite };
}

export function swapped(setup) {
  return { ...setup, black: setup.white, white: setup.black };
}

/** Whether the game can have clocks: not if the user plays both sides. */
export function canHaveClock({ black, white }) {
  return !(black === "me" && white === "me");
}

/** Whether the server can draw lots for the colours: if the user plays one of them. */
export function canDraw({ black, white }) {
  return (black === "me") !== (white === "me");
}

export function isDrawn(setup) {
  return Boolean(setup.drawn) && canDraw(setup);
}

/** Whether the opponent is another person. */
export function isWithPerson({ black, white }) {
  return isPerson(black) || isPerson(white);
}

/** Whether the game is rated: one of two persons, with a clock, from the usual start. */
export function isRated(setup) {
  return Boolean(setup.rated) && isWithPerson(setup) && canBeRated(setup);
}

export function canBeRated({ clock, position, moves, isShuffled }) {
  return clock !== null && !position && !moves && !isShuffled;
}

/** The same game, offered to anyone. */
export function offered(setup) {
  const others = setup.black === "me" ? { black: "me", white: "anyone" } : { black: "anyone", white: "me" };
  return { ...setup, ...others };
}

/** Whether such a game starts at once. */
export function beginsAtOnce({ black, white }) {
  return !isPerson(black) && !isPerson(white);
}

/** Whether a random opening was chosen that is not loaded yet. */
export function isUnshuffled({ isShuffled, moves }) {
  return Boolean(isShuffled) && !moves;
}

function clockOf({ clock }) {
  return clock && { seconds: clock.minutes * 60, increment: clock.increment };
}

/** The request for a game. */
export function requestOf(setup) {
  const { rules, size, position, moves, black, white } = setup;
  const game = { rules, size, position, moves, clock: canHaveClock(setup) ? clockOf(setup) : null };
  if (black !== "me" && white !== "me") return { type: "arrange", ...game, black, white };
  if (black === "me" && white === "me") {
    return { type: "join", ...game, against: "myself", color: "black", private: true };
  }
  const own = black === "me" ? "black" : "white";
  const other = setup[otherColor(own)];
  const against = isPerson(other) ? "anyone" : other;
  const color = isDrawn(setup) ? "any" : own;
  const isPrivate = other !== "anyone";
  return { type: "join", ...game, against, color, private: isPrivate, rated: isRated(setup) };
}

// The link of a game, and the settings of another game like it.

/** The game up to a ply. */
function gameUntil(game, ply) {
  const { rules, size } = game;
  return { rules, size, position: startText(size, game.position), moves: movesUntil(game, ply) };
}

export function analyseLink(game) {
  const ply = isLive(game) ? null : game.shown;
  return `/analyse${gameLink({ ...gameUntil(game, game.reached), ply })}`;
}

/** The settings of the same game again. */
export function setupOfGame(game) {
  const { rules, size, clock } = game;
  const minutes = clock && { minutes: clock.seconds / 60, increment: clock.increment ?? 0 };
  const position = startText(size, game.position);
  const moves = myGame(game.id)?.begun ?? "";
  const rated = Boolean(game.rated);
  return { rules, size, position, moves, clock: minutes, drawn: false, rated, ...playersOf(game) };
}

/** The settings of a game from the shown position. */
export function setupFromHere(game) {
  return { ...setupOfGame(game), ...gameUntil(game, game.shown), clock: null };
}
