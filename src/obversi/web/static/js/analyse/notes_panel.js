// The notes on the shown position: a comment, the name of the variation, marks and arrows.

import { button, choice, field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { pathOf } from "./here.js";
import { COLORS, LONGEST_COMMENT, LONGEST_NAME, SHAPES, colorWord, markWords, notesAt, shapeWord } from "./notes.js";
import { studyPart } from "./study_panel.js";

const SIGNS = { circle: "○", square: "□", triangle: "△", cross: "✕", label: "A", arrow: "↗" };

export function notesPanel(parts) {
  const { state, annotate } = parts;
  const path = pathOf(state);
  const notes = notesAt(state.tree, path);
  const place = path.join(" "); // another place has boxes of its own
  return [
    studyPart(parts),
    h(
      "div",
      { class: "notes", key: `notes ${place}` },
      field(
        t("Comment on this position"),
        h("textarea", {
          rows: 3,
          dir: "auto",
          maxlength: LONGEST_COMMENT,
          set: { value: notes.comment },
          on: { input: (event) => annotate.comment(event.currentTarget.value) },
        }),
      ),
      path.length > 0 &&
        field(
          t("Name of the variation that begins here"),
          h("input", {
            type: "text",
            dir: "auto",
            maxlength: LONGEST_NAME,
            set: { value: notes.name },
            on: { input: (event) => annotate.name(event.currentTarget.value) },
          }),
        ),
    ),
    drawingTools(state, annotate),
    drawingList(notes, annotate),
    h(
      "div",
      { class: "buttons", key: "undo" },
      button(t("Undo"), annotate.undo, { kind: "small", hint: "Ctrl+Z", disabled: state.undo.length === 0 }),
      button(t("Redo"), annotate.redo, { kind: "small", hint: "Ctrl+Y", disabled: state.redo.length === 0 }),
      notes.marks.length + notes.arrows.length > 0 &&
        button(t("Clear drawings"), annotate.clear, { kind: "small quiet" }),
    ),
  ];
}

function drawingTools({ drawing }, annotate) {
  const tools = [...SHAPES, "arrow"];
  const sign = (shape) =>
    h("span", { title: shapeWord(shape) }, h("span", { "aria-hidden": "true" }, SIGNS[shape]), readers(shapeWord(shape)));
  return h(
    "div",
    { class: "drawing-tools", key: "tools" },
    choice({
      legend: t("Draw on the board"),
      name: "tool",
      value: drawing.tool,
      options: [[null, t("Off")], ...tools.map((shape) => [shape, sign(shape)])],
      change: annotate.tool,
    }),
    choice({
      legend: t("Colour"),
      name: "draw-color",
      value: drawing.color,
      options: COLORS.map((color) => [color, swatch(color)]),
      change: annotate.color,
      hideLegend: true,
    }),
    h(
      "form",
      {
        class: "typed-drawing",
        on: {
          submit: (event) => {
            event.preventDefault();
            const { squares } = event.currentTarget.elements;
            const isDrawn = annotate.typed(squares.value);
            squares.setCustomValidity(isDrawn ? "" : t("Type a square such as d3, or two for an arrow: c4e6."));
            if (isDrawn) squares.value = "";
            else squares.reportValidity();
          },
        },
      },
      h(
        "label",
        { class: "field" },
        h("span", {}, t("Or type squares: d3, or c4e6 for an arrow")),
        h(
          "span",
          { class: "typed-row" },
          h("input", {
            name: "squares",
            type: "text",
            maxlength: 8,
            autocomplete: "off",
            autocapitalize: "off",
            spellcheck: "false",
            on: { input: (event) => event.currentTarget.setCustomValidity("") },
          }),
          h("button", { type: "submit" }, t("Draw")),
        ),
      ),
    ),
    h(
      "p",
      { class: "soft small", key: "help" },
      drawing.tool === null
        ? t("With a mouse, the right button draws: a click marks, a drag is an arrow. Shift and Alt change the colour.")
        : t("Press squares on the board to draw. Moves cannot be played until drawing is off."),
    ),
  );
}

function readers(words) {
  return h("span", { class: "for-readers" }, words);
}

function swatch(color) {
  return h(
    "span",
    { title: colorWord(color) },
    h("span", { class: `swatch ${color}`, "aria-hidden": "true" }),
    readers(colorWord(color)),
  );
}

function drawingList({ marks, arrows }, annotate) {
  if (marks.length + arrows.length === 0) return null;
  const row = (key, words, remove) =>
    h(
      "li",
      { key },
      h("span", {}, words),
      button("✕", remove, { kind: "quiet icon", label: t("Remove: {what}", { what: words }) }),
    );
  return h(
    "ul",
    { class: "drawings", key: "drawings", "aria-label": t("Drawings on this position") },
    marks.map((mark) =>
      row(mark.square, `${mark.square}: ${markWords(mark)}`, () => annotate.removeMark(mark.square)),
    ),
    arrows.map((arrow) =>
      row(
        `${arrow.start} ${arrow.end}`,
        t("arrow from {start} to {end}, {color}", {
          start: arrow.start,
          end: arrow.end,
          color: colorWord(arrow.color),
        }),
        () => annotate.removeArrow(arrow),
      ),
    ),
  );
}

// The comment on the position, for readers of a study.

/** The comment here, and the name of its variation; null if there is none. */
export function commentHere({ state }) {
  const { comment, name } = notesAt(state.tree, pathOf(state));
  if (!comment && !name) return null;
  return h(
    "section",
    { class: "comment-here", key: "comment", "aria-label": t("Comment") },
    name && h("strong", { dir: "auto" }, name),
    comment && h("p", { dir: "auto", class: "comment-text" }, comment),
  );
}
