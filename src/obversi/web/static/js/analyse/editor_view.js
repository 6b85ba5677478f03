// The view of the board editor: a board to press, and the contents that can be put.

import { board } from "../board/board.js";
import { squaresOf } from "../board/squares.js";
import { button, choice, field, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { SIZES } from "../core/words.js";
import { discCount } from "./disc_count.js";
import { BRUSHES, countOf, positionText } from "./editor.js";

/** The board of the editor, in place of the board of the game. */
export function editorBoard({ state, editor, remember }) {
  const { size, cells, turn, rules } = state.editor;
  const squares = squaresOf(size);
  const [black, white] = [countOf(cells, "X"), countOf(cells, "O")];
  const node = { board: cells, turn, legal: [], flips: [], move: null, black, white };
  return [
    h(
      "div",
      { class: "stage-head" },
      rulesBadge(rules),
      discCount(node),
    ),
    h("div", { class: "board-alone" }, board({
      node,
      size,
      memory: state.board,
      remember,
      press: (square) => editor.put(squares.indexOf(square)),
      moving: false,
      label: t("Board to edit, {size} by {size}: black {black}, white {white}", {
      size,
      black,
      white,
    }),
    })),
  ];
}

/** The panel beside the board. */
export function editorPanel({ state, editor }) {
  const { size, cells, turn, brush, problem } = state.editor;
  return h(
    "section",
    { class: "card editor", "aria-label": t("Board editor") },
    h(
      "div",
      { class: "editor-head" },
      h("h2", {}, t("Edit the board")),
      button(t("Analyse this"), editor.finish, { kind: "primary", hint: "Enter" }),
      button(t("Cancel"), editor.close, { hint: "Escape" }),
    ),
    problem && h("p", { class: "problem", role: "alert" }, problem),
    choice({
      legend: t("Place"),
      name: "brush",
      value: brush,
      options: BRUSHES.map(([cell, words]) => [cell, words]),
      change: editor.brush,
    }),
    choice({
      legend: t("To move"),
      name: "turn",
      value: turn,
      options: [
        ["black", t("Black")],
        ["white", t("White")],
      ],
      change: editor.turn,
    }),
    choice({
      legend: t("Board size (resets the position)"),
      name: "editor-size",
      value: size,
      options: SIZES.map((each) => [each, `${each}×${each}`]),
      change: editor.toStart,
    }),
    h(
      "div",
      { class: "buttons" },
      button(t("Clear"), editor.clear),
      button(t("Start position"), () => editor.toStart()),
      button(t("Rotate"), () => editor.move("rotate")),
      button(t("Mirror"), () => editor.move("mirror")),
      button(t("Swap colours"), () => editor.move("swap")),
    ),
    field(
      t("Board as text (paste another one here)"),
      h("input", {
        type: "text",
        class: "numbers",
        spellcheck: "false",
        autocomplete: "off",
        set: { value: positionText(cells, turn) },
        on: { change: (event) => editor.take(event.currentTarget.value) },
      }),
    ),
  );
}
