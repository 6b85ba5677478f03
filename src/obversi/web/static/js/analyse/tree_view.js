// The moves: the main line in two columns, variations between its rows.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { blacksMargin, isForBlack } from "../core/sides.js";
import { colorWord, moveText, signed } from "../core/words.js";
import { entryAt, pathOf, worthAt } from "./here.js";
import { NO_NOTES } from "./notes.js";
import { gradeWord, lossWords, signOf } from "./verdict.js";

const NONE = t("Play on the board or open a game to see its moves here.");

export function treeView({ state, game }) {
  const { tree } = state;
  if (tree.children.length === 0) {
    return h("p", { class: "soft" }, NONE);
  }
  const here = pathOf(state).join(" ");
  const show = { state, here, game };
  const named = { class: "moves-tree", role: "group", "aria-label": t("Moves") };
  return h("div", named, mainRows(tree, show));
}

function mainRows(tree, show) {
  const items = [];
  for (let at = tree, place = [], before = 0; at.children.length > 0; ) {
    const [child, ...others] = at.children;
    const next = [...place, child.node.move];
    const count = numberAfter(before, child.node);
    items.push(moveButton(child, next, count, show, `main ${child.node.mover}`));
    if (others.length > 0) {
      const from = { place, before };
      items.push(
        h(
          "div",
          { class: "variations", key: `other ${next.join(" ")}` },
          others.map((other) => variation(other, from, show)),
        ),
      );
    }
    [at, place, before] = [child, next, count];
  }
  return items;
}

// A variation is a line of text; its own variations are below it, indented.
function variation(first, { place, before }, show) {
  const moves = [];
  const path = [...place, first.node.move];
  let number = numberAfter(before, first.node);
  const { name } = first.notes ?? NO_NOTES;
  if (name) moves.push(h("strong", { class: "variation-name", key: "name", dir: "auto" }, name));
  moves.push(moveButton(first, path, number, show, "inline"));
  for (let at = first, way = path; at.children.length > 0; ) {
    const [child, ...others] = at.children;
    const next = [...way, child.node.move];
    const count = numberAfter(number, child.node);
    moves.push(moveButton(child, next, count, show, "inline"));
    const from = { place: way, before: number };
    if (others.length > 0) moves.push(others.map((other) => variation(other, from, show)));
    [at, way, number] = [child, next, count];
  }
  return h(
    "div",
    { class: "variation", key: path.join(" "), role: "group", "aria-label": name || t("Variation") },
    moves,
  );
}

// Players count the placed discs, without passes.
function numberAfter(number, node) {
  return node.move === "pass" ? number : number + 1;
}

function moveButton({ node, notes }, path, number, { state, here, game }, kind) {
  const key = path.join(" ");
  const entry = state.hidden ? null : entryAt(state, path);
  const worth = state.hidden || kind === "inline" ? null : worthAt(state, path);
  const isPass = node.move === "pass";
  return h(
    "button",
    {
      type: "button",
      key,
      class: `move ${kind} ${entry?.grade ?? ""}`,
      // The list is one tab stop; the page's arrows go along it.
      tabindex: key === here || (here === "" && path.length === 1) ? 0 : -1,
      "aria-current": key === here ? "true" : null,
      "aria-label": label(node, number, entry, worth, notes),
      on: { click: () => game.go(path) },
    },
    h("span", { class: "move-number soft" }, isPass ? "" : number),
    h("span", { class: isPass ? "move-name soft" : "move-name" }, moveText(node.move)),
    entry && signOf(entry.grade) && h("span", { class: "sign" }, signOf(entry.grade)),
    notes && h("span", { class: "noted", "aria-hidden": "true" }, "✎"),
    worth && h("span", { class: "move-worth soft" }, signed(blacksMargin(worth.margin, node.mover))),
  );
}

function label(node, number, entry, worth, notes) {
  const { mover, move } = node;
  const color = colorWord(mover);
  const isPass = move === "pass";
  const parts = [isPass ? t("{color} passes", { color }) : t("{number}, {color} {move}", { number, color, move })];
  if (entry && entry.grade !== "good") parts.push(gradeWord(entry.grade), lossWords(entry.loss));
  if (worth) {
    const margin = signed(blacksMargin(worth.margin, mover));
    parts.push(isForBlack(mover) ? t("black {margin}", { margin }) : t("white {margin}", { margin }));
  };
  if (notes?.comment) parts.push(t("has a comment"));
  else if (notes) parts.push(t("has notes"));
  return parts.join(", ");
}

/** Scroll the list to the current move, and move the focus there if a move has it. */
export function showCurrentMove() {
  const list = document.querySelector(".moves-scroll");
  /** @type {HTMLElement | null} */
  const current = list?.querySelector("[aria-current]");
  if (!current) {
    if (list) list.scrollTop = 0;
    return;
  }
  if (list.contains(document.activeElement) && document.activeElement.matches(".move")) {
    current.focus({ preventScroll: true });
  }
  const [outer, inner] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  // The box for typed moves stays below the moves, and covers some of them.
  const bottom = outer.bottom - (list.querySelector(".typed")?.getBoundingClientRect().height ?? 0);
  if (inner.top < outer.top || inner.bottom > bottom) {
    list.scrollTop += (inner.top + inner.bottom - outer.top - bottom) / 2;
  }
}
