// Clocks of games on a site without a server. A game has its `clock`, {seconds, increment} or null, the
// seconds that both have `left`, and `since`: when the mover's clock was started, or null. A person's clock
// also runs while the page is closed. Times are milliseconds since 1970.

// As in src/obversi/limit.py: the seconds that may pass until a move is played, and the empties from which
// the rest of a game is searched at once.
const LATENCY = 0.02;
const LATENCY_LATER = 0.01;
const LAST_SHARE = 0.1;
const EMPTIES_AT_ONCE = 16;

/** The clocks of a new game. */
export function fullClocks(clock) {
  return { clock, left: clock && { black: clock.seconds, white: clock.seconds }, since: null };
}

/** The seconds that both have left now, or null without clocks. */
export function clocksNow({ left, since }, turn, now = Date.now()) {
  if (!left) return null;
  const spent = since === null ? 0 : Math.max(now - since, 0) / 1000;
  const leftOf = (color) => Math.max(left[color] - (color === turn ? spent : 0), 0);
  return { black: leftOf("black"), white: leftOf("white") };
}

/** The clocks after a move: stopped, with the increment. */
export function clocksAfterMove(game, mover, now = Date.now()) {
  const left = clocksNow(game, mover, now);
  return { since: null, left: left && { ...left, [mover]: left[mover] + (game.clock.increment ?? 0) } };
}

/** The seconds that an agent may search for a move. */
export function secondsForMove({ clock, left }, turn, empties) {
  if (!left) return Infinity;
  const latency = LATENCY + LATENCY_LATER * Math.floor(empties / 2);
  const there = Math.max(left[turn] - latency, left[turn] * LAST_SHARE);
  const moves = Math.floor(Math.max(empties - EMPTIES_AT_ONCE, 0) / 2) + 2;
  return Math.min(there / moves + (clock.increment ?? 0), there);
}
