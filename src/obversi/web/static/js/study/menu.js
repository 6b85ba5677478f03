// The first page of Study: its sections.

import { ownStudies } from "../analyse/study_list.js";
import { h } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { isServerless } from "../core/site.js";
import { progress, totalOf } from "./progress.js";
import { storedCards, summaryOf } from "./training_cards.js";

export function openMenu(app) {
  const end = progress.listen(app.redraw);
  return { title: t("Study"), view, close: end };
}

function view() {
  const { points, streak } = progress.state;
  const own = ownStudies();
  const { all, due } = summaryOf(storedCards(), Date.now());
  const solved = Object.values(points).filter((number) => number > 0).length;
  return [
    h("h1", { key: "title" }, t("Study")),
    h(
      "ul",
      { class: "doors", key: "doors" },
      door({
        to: "/study/rules",
        sign: "1",
        name: t("Learn the rules"),
        words: t("How discs flip, when a player passes, who wins: try it on the board."),
        extra: t("Six short lessons for both rules."),
      }),
      door({
        to: "/study/lessons",
        sign: "2",
        name: t("Lessons"),
        words: t("Openings, mobility, corners, stable discs, parity and counting, in both games."),
        extra: t("Twelve lessons, each with a few positions to solve."),
      }),
      door({
        to: "/study/puzzles",
        sign: "★",
        name: t("Puzzles"),
        words: t("Find the one best move: corners, parity, quiet moves, wipe-outs, sacrifices."),
        extra: solved
          ? tn("{solved} solved, {n} point, {streak} in a row.", "{solved} solved, {n} points, {streak} in a row.", totalOf(points), { solved, streak })
          : t("A new one every day, and puzzles from the mistakes of your own games."),
      }),
      door({
        to: "/study/perfect",
        sign: "◎",
        name: t("Perfect play"),
        words: t("On 4×4 and 6×6 the exact result of every move is known. Explore it move by move."),
        extra: t("A win under one rule set can be a loss under the other."),
      }),
      door({
        to: "/study/openings",
        sign: "➤",
        name: t("Openings"),
        words: t("What the book and played games say of every first move, and the names on 8×8."),
        extra: all
          ? tn("Training: {n} card of {all} due.", "Training: {n} cards of {all} due.", due, { all })
          : t("Train an opening until you know it."),
      }),
      door({
        to: "/analyse#studies",
        sign: "✎",
        name: t("My studies"),
        words: t("Games with comments, arrows, marks and named variations, written on the page Analyse."),
        extra: own.length
          ? tn("{n} study of this browser.", "{n} studies of this browser.", own.length)
          : isServerless
            ? t("They are kept in this browser.")
            : t("Share them by a link, or show them in another page."),
      }),
      door({
        to: "/study/two",
        sign: "●○",
        name: t("Two players, one board"),
        words: t("Play with somebody beside you, and step through the moves."),
        extra: t("Works without a connection."),
      }),
      door({
        to: "/study/tree",
        sign: "αβ",
        name: t("Search tree"),
        words: t("Watch minimax, alpha-beta, maximax and MCTS search a position, step by step."),
        extra: t("Windows, cut-offs with their reasons, and the nodes that they save."),
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
