// The way in: what there is to study.

import { h } from "../core/dom.js";
import { count } from "../core/words.js";
import { progress, totalOf } from "./progress.js";

export function openDoors(app) {
  const end = progress.listen(app.redraw);
  return { title: "Study", view, close: end };
}

function view() {
  const { points, streak } = progress.state;
  const solved = Object.values(points).filter((number) => number > 0).length;
  return [
    h("h1", { key: "title" }, "Study"),
    h(
      "ul",
      { class: "doors", key: "doors" },
      door({
        to: "/study/rules",
        sign: "1",
        name: "Learn the rules",
        words: "How discs turn, when a player passes, who wins at the end: try it on the board.",
        extra: "Six short lessons, for both games.",
      }),
      door({
        to: "/study/puzzles",
        sign: "★",
        name: "Puzzles",
        words: "Endgames of both games: find the moves that keep what the position is worth.",
        extra: solved
          ? `${solved} solved, ${count(totalOf(points), "point")}, ${streak} in a row.`
          : "Three hints each, points for every move found alone.",
      }),
      door({
        to: "/study/perfect",
        sign: "◎",
        name: "Perfect play",
        words: "On 4×4 and 6×6 the exact result of every move is known. Look it up, move by move.",
        extra: "What is won in one game may be lost in the other.",
      }),
      door({
        to: "/study/openings",
        sign: "➤",
        name: "Openings",
        words: "The first moves on 8×8 have names: look for one, step through it, play on from it.",
        extra: "Names are found on any side of the board.",
      }),
    ),
  ];
}

function door({ to, sign, name, words, extra }) {
  return h(
    "li",
    {},
    h(
      "a",
      { class: "card door", href: to },
      h("span", { class: "sign", "aria-hidden": "true" }, sign),
      h("h2", {}, name),
      h("p", {}, words),
      h("p", { class: "soft small" }, extra),
    ),
  );
}
