// A study as a small page that other pages can show in a frame: a board, its moves and comments. Nothing
// can be changed here.

import { markHints, notesAt, spoken, treeOf } from "../analyse/notes.js";
import { branchAt, mainLine } from "../analyse/tree.js";
import { FRESH_BOARD, board } from "../board/board.js";
import { makeGestures } from "../board/gestures.js";
import { discCount } from "../board/walk_board.js";
import { get } from "../core/api.js";
import { makeAutoplay } from "../core/autoplay.js";
import { button, rulesBadge } from "../core/choice.js";
import { h, patch, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { stepButtons, stepKeys } from "../core/steps.js";
import { makeStore, oncePerMoment } from "../core/store.js";
import { moveText } from "../core/words.js";

const id = location.pathname.split("/").at(-1);
const store = makeStore({ study: null, tree: null, line: [], ply: 0, memory: FRESH_BOARD, problem: "" });
const redraw = oncePerMoment(draw);
const place = () => ({ at: store.state.ply, last: store.state.line.length });
const autoplay = makeAutoplay({ place, go: seek, redraw });
const gestures = makeGestures({ step });
const keys = stepKeys({ place, go: seek });

store.listen(redraw);
addEventListener("keydown", onKey);
load();

async function load() {
  try {
    const { study, positions } = await get(`/api/studies/${id}`);
    const tree = treeOf(study, positions);
    store.change({ study, tree, line: mainLine(tree) });
  } catch (error) {
    store.change({ problem: error.message });
  }
}

function pathHere() {
  const { line, ply } = store.state;
  return line.slice(0, ply);
}

function seek(ply) {
  store.change({ ply });
  say(spoken(store.state.tree, pathHere()));
}

function step(direction) {
  const { ply, line } = store.state;
  if (ply + direction < 0 || ply + direction > line.length) return false;
  seek(ply + direction);
  return true;
}

/** Continue with a variation. */
function choose(move) {
  const path = [...pathHere(), move];
  store.change({ line: mainLine(store.state.tree, path) });
  seek(path.length);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {Element} */ (event.target);
  const isTaken = target.closest("[role=grid], select") !== null;
  if (isTaken || event.ctrlKey || event.metaKey || event.altKey || store.state.tree === null) return;
  const found = keys.find((one) => one.keys.includes(event.key));
  if (!found) return;
  found.run();
  event.preventDefault();
}

function draw() {
  const { study, tree, problem } = store.state;
  document.title = study?.title ? `${study.title} · Obversi` : "Obversi";
  patch(document.getElementById("embed"), problem ? gone(problem) : tree === null ? waiting() : shown());
}

function waiting() {
  return h("p", { class: "soft", role: "status" }, t("Loading …"));
}

function gone(problem) {
  return h("p", { class: "problem", role: "alert" }, problem);
}

function shown() {
  const { study, tree, line, ply, memory } = store.state;
  const path = pathHere();
  const { node, children } = branchAt(tree, path);
  const notes = notesAt(tree, path);
  return h(
    "div",
    { class: "embedded" },
    h("h1", { class: "embed-title", dir: "auto" }, study.title || t("Study")),
    h("div", { class: "embed-head" }, rulesBadge(study.rules), discCount(node)),
    board({
      node,
      size: study.size,
      memory,
      remember: (change) => store.change({ memory: { ...store.state.memory, ...change } }),
      notes,
      hints: markHints(notes),
      gestures,
    }),
    h(
      "div",
      { class: "embed-steps" },
      stepButtons({ at: ply, last: line.length, go: seek, label: t("Positions") }),
      autoplay.view(),
    ),
    children.length > 1 && variations(children, line[ply]),
    h(
      "section",
      { class: "embed-comment", "aria-label": t("Comment"), tabindex: 0 },
      notes.name && h("strong", { dir: "auto" }, notes.name),
      notes.comment && h("p", { dir: "auto" }, notes.comment),
    ),
    h(
      "p",
      { class: "small" },
      h("a", { class: "button", href: `/analyse/${id}`, target: "_blank", rel: "noopener" }, t("Open in Obversi")),
    ),
  );
}

function variations(children, followed) {
  return h(
    "div",
    { class: "buttons", role: "group", "aria-label": t("Variations") },
    children.map(({ node, notes }) => {
      const words = notes?.name ? `${moveText(node.move)} · ${notes.name}` : moveText(node.move);
      const pressed = node.move === followed;
      return button(words, () => choose(node.move), { kind: "small", pressed });
    }),
  );
}
