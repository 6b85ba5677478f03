// Where games begin: the positions of starts, asked of the server once each.

import { line } from "../core/api.js";

const asked = new Map();
const usual = new Map(); // the board text of the usual start, by size

/** Return {position, nodes} of a start: the board text of its root, and its positions. */
export function startOf({ rules, size, position = "", moves = "" }) {
  const key = [rules, size, position, moves].join(" ");
  if (!asked.has(key)) {
    const answer = line({ rules, size, position, moves }).then((found) => {
      if (position === "") usual.set(size, found.position);
      return { position: found.position, nodes: found.nodes };
    });
    asked.set(key, answer);
    answer.catch(() => asked.delete(key));
  }
  return asked.get(key);
}

/** What a game's start is called in links: "" if it is the usual one. */
export function startText(size, position) {
  return usual.get(size) === position ? "" : position;
}
