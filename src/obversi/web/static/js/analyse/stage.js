// The board of the analysis with its parts: the rules, the name of the opening, the evaluation bar.

import { board } from "../board/board.js";
import { line as lineOf } from "../core/api.js";
import { button, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { settings } from "../core/settings.js";
import { blacksMargin, moversMargin } from "../core/sides.js";
import { stepButtons } from "../core/steps.js";
import { colorName, signed } from "../core/words.js";
import { bookTags } from "./book.js";
import { discCount } from "./disc_count.js";
import { entryAt, gameAt, keyOf, nodeHere, pathOf, reportAt, worthAt, worthOf } from "./here.js";
import { menu } from "./menu.js";
import { markHints, notesAt } from "./notes.js";
import { shownFeatures } from "./features.js";
import { brief } from "./features_panel.js";
import { gradeWord, leadWords, signOf } from "./verdict.js";

/** The values of legal squares, in the form for the board. */
function valuesHere(state) {
  if (state.hidden || state.learn || !state.values) return undefined;
  const { legal, turn } = nodeHere(state);
  const isLegal = (move) => legal.some((one) => one.move === move);
  if (state.features.onBoard) {
    const moves = shownFeatures(state)?.moves ?? [];
    const shown = ({ value, best }) => ({ margin: value, best, text: brief(moversMargin(value, turn)) });
    return new Map(moves.map((judged) => [judged.move, shown(judged)]));
  }
  const lines = state.engine.on ? (reportAt(state, pathOf(state))?.lines ?? []) : [];
  const most = lines[0]?.margin;
  return new Map(
    lines
      .filter(({ move }) => isLegal(move))
      .map(({ move, margin, exact }) => [move, { margin, exact, best: margin === most }]),
  );
}

export function stage({ state, game, learn, book, remember, isFlat, act, annotate, autoplay, gestures }) {
  const { size, preview, hidden, line, ply, explorerMove } = state;
  const node = preview?.node ?? nodeHere(state);
  const isQuestionOpen = state.learn !== null && state.learn.state !== "solved";
  const play = isQuestionOpen ? learn.attempt : game.play;
  const worth = hidden || state.learn ? null : worthAt(state, pathOf(state), { live: true });
  const showBar = !hidden && !state.learn;
  return h(
    "div",
    { class: "stage" },
    head({ state, node, game, isFlat }),
    h(
      "div",
      { class: showBar && !isFlat ? "board-and-bar" : "board-alone" },
      board({
        node,
        size,
        memory: state.board,
        remember,
        play: preview ? undefined : play,
        values: preview ? undefined : valuesHere(state),
        tags: bookTags(state, book),
        marks: explorerMove && new Map([[explorerMove, "pointed"]]),
        ...signsHere(state),
        notes: preview || state.learn ? undefined : drawnHere(state),
        press: state.drawing.tool && !preview && !state.learn ? annotate.press : undefined,
        gestures,
        ahead: preview || state.learn ? null : nextSquare(state),
      }),
      preview && h("p", { class: "preview-words", key: "preview" }, t("Preview: {moves}", { moves: preview.words })),
      showBar && evaluationBar({ worth, size, flat: isFlat, turn: nodeHere(state).turn }),
    ),
    h(
      "div",
      { class: "stage-foot" },
      autoplay.view(),
      stepButtons({ at: ply, last: line.length, go: game.seek, label: t("Positions") }),
      isFlat ? flatWords(node) : !autoplay.isOn && menu({ state, act }),
    ),
  );
}

// The marks and arrows here.
function drawnHere(state) {
  const { marks, arrows } = notesAt(state.tree, pathOf(state));
  return { marks, arrows, from: state.drawing.from };
}

// The texts of signs and drawings on squares.
function signsHere(state) {
  const { signs, hints = new Map() } = badMove(state);
  const all = new Map(state.learn || state.preview ? [] : markHints(notesAt(state.tree, pathOf(state))));
  for (const [square, words] of hints) {
    all.set(square, all.has(square) ? `${words}, ${all.get(square)}` : words);
  }
  return { signs, hints: all };
}

// The sign of a bad move is on its square.
function badMove(state) {
  const entry = state.hidden || state.learn || state.preview ? null : entryAt(state, pathOf(state));
  if (!entry || entry.grade === "good") return {};
  return {
    signs: new Map([[entry.move, signOf(entry.grade)]]),
    hints: new Map([[entry.move, gradeWord(entry.grade)]]),
  };
}

function nextSquare({ line, ply }) {
  return line[ply] === "pass" ? null : (line[ply] ?? null);
}

function head({ state, node, game, isFlat }) {
  const opening = openingWords(state, node);
  const words = opening ? briefWords(node) : positionWords(node);
  return h(
    "div",
    { class: "stage-head" },
    rulesBadge(state.rules),
    button("⇄", game.switchRules, {
      kind: "quiet icon",
      label: t("Switch to the other rules"),
      hint: "X",
    }),
    !isFlat && h("span", { class: "opening", title: opening || null }, opening),
    !isFlat && h("span", { class: "position-words soft small" }, words),
    discCount(node),
  );
}

function flatWords(node) {
  return h(
    "p",
    { class: "flat-words soft small" },
    node.opening && h("strong", { title: node.opening }, node.opening),
    h("span", { class: "position-words" }, positionWords(node)),
  );
}

// The name of an opening leaves little space.
function briefWords(node) {
  return node.turn && node.legal.length > 0 ? tn("{n} empty", "{n} empty", node.empties) : positionWords(node);
}

function positionWords(node) {
  if (node.end) return t("The end: {result}", { result: leadWords(worthOf(node.end)) });
  const color = colorName(node.turn);
  if (node.legal.length === 0) return t("{color} cannot move and passes.", { color });
  return tn("{color} to move, {n} empty", "{color} to move, {n} empty", node.empties, { color });
}

// The evaluation bar: its black part shows black's lead.

/** `worth` is black's {margin, exact}, or null; `turn` is the mover; a `flat` bar is horizontal. */
export function evaluationBar({ worth, size, flat, turn = null }) {
  const part = worth === null ? 0.5 : share(worth.margin, size);
  const percent = `${(100 * part).toFixed(1)}%`;
  const rest = `${(100 * (1 - part)).toFixed(1)}%`;
  const words = worth === null ? t("unknown") : leadWords(worth);
  return h(
    "div",
    { class: barClass(flat), role: "img", "aria-label": t("Evaluation: {words}", { words }) },
    h(
      "svg",
      { class: "bar-drawing", "aria-hidden": "true" },
      h("rect", { class: "bar-white", width: "100%", height: "100%" }),
      flat
        ? h("rect", { class: "bar-black", width: percent, height: "100%" })
        : h("rect", { class: "bar-black", y: rest, width: "100%", height: percent }),
      flat
        ? h("line", { class: "bar-middle", x1: "50%", x2: "50%", y1: "0", y2: "100%" })
        : h("line", { class: "bar-middle", x1: "0", x2: "100%", y1: "50%", y2: "50%" }),
    ),
    worth && number(worth, turn),
  );
}

// It turns with the board.
function barClass(flat) {
  return `bar ${flat ? "flat" : ""} ${settings.state.turned ? "turned" : ""}`;
}

function number({ margin, exact }, turn) {
  const side = margin < 0 ? "for-white" : "for-black";
  return h(
    "span",
    { class: `bar-number ${side}`, "aria-hidden": "true" },
    signed(blacksMargin(margin, turn)),
    exact && h("span", {}, "✓"),
  );
}

// A lead of a few discs is visible, and one of all discs fills the bar.
function share(margin, size) {
  return (1 + Math.tanh(margin / (size * size * 0.25))) / 2;
}

// The name of the opening that a move would lead to, shown while the mouse is over its square.

export function makeOpeningAhead(store) {
  const names = new Map(); // by game

  /** Look up the square under the pointer, or none. */
  async function point(square) {
    const { size, position, preview } = store.state;
    const isLegal = nodeHere(store.state)?.legal.some(({ move }) => move === square);
    if (size !== 8 || position || preview || !isLegal) return change(null);
    const path = [...pathOf(store.state), square];
    const game = gameAt(store.state, path);
    const key = keyOf(game);
    if (!names.has(key)) {
      names.set(key, null);
      try {
        const { nodes } = await lineOf(game, path.length);
        names.set(key, nodes[0].opening);
      } catch {
        names.delete(key);
      }
    }
    const isHere = keyOf(gameAt(store.state, [...pathOf(store.state), square])) === key;
    if (isHere && store.state.board.hovered === square) change({ square, name: names.get(key) ?? null });
  }

  function change(ahead) {
    if (store.state.openingAhead !== ahead) store.change({ openingAhead: ahead });
  }

  return { point };
}

/** The name to show: of the position, or of the move under the pointer if it has another one. */
export function openingWords({ openingAhead }, node) {
  const name = node.opening ?? "";
  if (!openingAhead?.name || openingAhead.name === name) return name;
  return `${openingAhead.square}: ${openingAhead.name}`;
}
