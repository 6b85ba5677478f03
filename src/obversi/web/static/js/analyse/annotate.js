// Edits the notes on the shown place, and undoes changes of the tree.

import { say } from "../core/dom.js";
import { t } from "../core/language.js";
import { pathOf } from "./here.js";
import { LONGEST_COMMENT, LONGEST_NAME, NO_NOTES, isEmpty, notesAt, toggledArrow, toggledMark } from "./notes.js";
import { remembered } from "./state.js";
import { withNotes } from "./tree.js";

const TYPED = /^([a-h][1-8])[\s:>→-]*([a-h][1-8])?$/;

/** The colour by the held keys. */
function colorBy({ shiftKey, altKey }, usual) {
  if (shiftKey && altKey) return "yellow";
  if (shiftKey) return "red";
  return altKey ? "blue" : usual;
}

export function makeAnnotate(store, game) {
  /** Change the notes here; consecutive changes with the same `tag` are undone together. */
  function edit(changed, tag = "") {
    const path = pathOf(store.state);
    const before = notesAt(store.state.tree, path);
    const notes = changed(before);
    if (notes === before) return;
    store.change((state) => ({
      ...remembered(state, tag && `${tag} ${path.join(" ")}`),
      tree: withNotes(state.tree, path, isEmpty(notes) ? null : notes),
    }));
  }

  function changeTool(change) {
    store.change(({ drawing }) => ({ drawing: { ...drawing, ...change } }));
  }

  function mark(square, shape, color) {
    edit((notes) => toggledMark(notes, { square, shape, color }));
    const isThere = notesAt(store.state.tree, pathOf(store.state)).marks.some((one) => one.square === square);
    say(isThere ? t("{square} marked.", { square }) : t("Mark on {square} removed.", { square }));
  }

  function arrow(start, end, color) {
    edit((notes) => toggledArrow(notes, { start, end, color }));
    say(t("Arrow from {start} to {end}.", { start, end }));
  }

  function step(from, to) {
    const [last, ...others] = store.state[from].toReversed();
    if (!last) return;
    const { tree, line, ply } = store.state;
    store.change((state) => ({
      [from]: others.toReversed(),
      [to]: [...state[to], { tree, line, ply, tag: "" }],
    }));
    game.restore(last);
    say(from === "undo" ? t("Undone.") : t("Done again."));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    const isTyping = /** @type {Element} */ (event.target).closest?.("input, textarea, select, dialog");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping || store.state.editor) return;
    const key = event.key.toLowerCase();
    const isRedo = key === "y" || (key === "z" && event.shiftKey);
    if (!isRedo && key !== "z") return;
    event.preventDefault();
    if (isRedo) step("redo", "undo");
    else step("undo", "redo");
  }

  document.addEventListener("keydown", onKey);

  return {
    comment: (text) => edit((notes) => ({ ...notes, comment: text.slice(0, LONGEST_COMMENT) }), "comment"),
    name: (text) => edit((notes) => ({ ...notes, name: text.slice(0, LONGEST_NAME) }), "name"),
    clear: () => edit((notes) => ({ ...notes, marks: NO_NOTES.marks, arrows: NO_NOTES.arrows })),
    removeMark: (square) =>
      edit((notes) => ({ ...notes, marks: notes.marks.filter((one) => one.square !== square) })),
    removeArrow: ({ start, end }) =>
      edit((notes) => ({
        ...notes,
        arrows: notes.arrows.filter((one) => one.start !== start || one.end !== end),
      })),
    tool(tool) {
      changeTool({ tool, from: null });
      // On a phone the board may be above the visible part of the page.
      if (tool !== null) document.querySelector(".board")?.scrollIntoView({ block: "nearest" });
    },
    color: (color) => changeTool({ color }),
    /** Draw with the chosen tool on a pressed square; an arrow needs two of them. */
    press(square) {
      const { tool, color, from } = store.state.drawing;
      if (tool !== "arrow") return mark(square, tool, color);
      changeTool({ from: from === null ? square : null });
      if (from === null) say(t("Arrow from {square}: choose where it ends.", { square }));
      else if (from !== square) arrow(from, square, color);
    },
    /** Draw by a drag: on one square a mark, else an arrow. */
    draw(start, end, event) {
      const { tool, color } = store.state.drawing;
      changeTool({ from: null });
      const chosen = colorBy(event, color);
      if (start !== end) arrow(start, end, chosen);
      else mark(start, tool && tool !== "arrow" ? tool : "circle", chosen);
    },
    /** Draw a typed mark or arrow, "d3" or "c4e6", and return whether the text is one. */
    typed(text) {
      const found = TYPED.exec(text.trim().toLowerCase());
      const { size, drawing } = store.state;
      const isOn = (square) => square[0] <= "abcdefgh"[size - 1] && Number(square[1]) <= size;
      if (!found || ![found[1], found[2] ?? found[1]].every(isOn)) return false;
      const [, start, end] = found;
      if (end && end !== start) arrow(start, end, drawing.color);
      else mark(start, drawing.tool && drawing.tool !== "arrow" ? drawing.tool : "circle", drawing.color);
      return true;
    },
    undo: () => step("undo", "redo"),
    redo: () => step("redo", "undo"),
    close: () => document.removeEventListener("keydown", onKey),
  };
}
