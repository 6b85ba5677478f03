// A game in an address, after "#". Browsers do not send this part to the server.

import { RULES, SIZES } from "./words.js";

const MORE = ["black", "white", "tree"];

/** Moves as a text, without passes. */
export function movesText(moves) {
  return moves.filter((move) => move !== "pass").join("");
}

/**
 * Write a game as the end of an address: "#rules=reversed&size=8&moves=f5d6". `position` is "" for
 * the usual start; `ply`, if given, is the position of the game to show; with `review` the game is
 * reviewed at once; `black` and `white` are the players, and `tree` has variations, as analyse/tree.js writes them.
 */
export function gameLink({ rules, size, position = "", moves = "", ply = null, review = false, ...more }) {
  const parts = new URLSearchParams({ rules, size: String(size) });
  if (position) parts.set("position", position);
  parts.set("moves", moves);
  if (ply !== null) parts.set("ply", String(ply));
  if (review) parts.set("review", "1");
  for (const name of MORE) if (more[name]) parts.set(name, more[name]);
  return `#${parts}`;
}

/**
 * Read what `gameLink` wrote, or null if there is no game in it. Only the server knows whether the
 * position and the moves are valid.
 */
export function readGameLink(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  if (!["rules", "size", "position", "moves"].some((name) => parts.has(name))) return null;
  const rules = parts.get("rules") ?? "normal";
  const size = Number(parts.get("size") ?? 8);
  const ply = parts.get("ply");
  return {
    rules: Object.hasOwn(RULES, rules) ? rules : "normal",
    size: SIZES.includes(size) ? size : 8,
    position: parts.get("position") ?? "",
    moves: parts.get("moves") ?? "",
    ply: /^\d+$/.test(ply ?? "") ? Number(ply) : null,
    review: parts.has("review"),
    ...Object.fromEntries(MORE.map((name) => [name, parts.get(name) ?? ""])),
  };
}
