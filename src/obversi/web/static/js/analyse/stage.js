// The board of the analysis with what belongs to it: the rule, the name of the opening, the bar.

import { board } from "../board/board.js";
import { button, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { stepButtons } from "../core/steps.js";
import { colorName } from "../core/words.js";
import { evaluationBar } from "./bar.js";
import { discCount } from "./disc_count.js";
import { entryAt, nodeHere, pathOf, reportAt, worthAt, worthOf } from "./here.js";
import { menu } from "./menu.js";
import { openingWords } from "./opening_ahead.js";
import { termsHere } from "./terms.js";
import { brief } from "./terms_panel.js";
import { leadWords, signOf } from "./verdict.js";

/** What is known about legal squares, as the board shows it. */
function valuesHere(state) {
  if (state.hidden || state.learn || !state.values) return undefined;
  const { legal } = nodeHere(state);
  const isLegal = (move) => legal.some((one) => one.move === move);
  if (state.terms.onBoard) {
    const moves = termsHere(state)?.moves ?? [];
    const shown = ({ value, best }) => ({ margin: value, best, text: brief(value) });
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

export function stage({ state, game, learn, remember, isFlat, act }) {
  const { size, preview, hidden, line, ply } = state;
  const node = preview?.node ?? nodeHere(state);
  const isAsked = state.learn !== null && state.learn.state !== "solved";
  const play = isAsked ? learn.attempt : game.play;
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
        ...badMove(state),
        ahead: preview || state.learn ? null : nextSquare(state),
      }),
      preview && h("p", { class: "preview-words", key: "preview" }, `Preview: ${preview.words}`),
      showBar && evaluationBar({ worth, size, flat: isFlat }),
    ),
    h(
      "div",
      { class: "stage-foot" },
      stepButtons({ at: ply, last: line.length, go: game.seek, label: "Positions" }),
      isFlat ? flatWords(node) : menu({ state, act }),
    ),
  );
}

// A bad move is signed where it was played.
function badMove(state) {
  const entry = state.hidden || state.learn || state.preview ? null : entryAt(state, pathOf(state));
  if (!entry || entry.grade === "good") return {};
  return {
    signs: new Map([[entry.move, signOf(entry.grade)]]),
    hints: new Map([[entry.move, entry.grade]]),
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
      label: "Judge by the other rules",
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

// Beside the name of an opening there is room for little.
function briefWords(node) {
  return node.turn && node.legal.length > 0 ? `${node.empties} empty` : positionWords(node);
}

function positionWords(node) {
  if (node.end) return `The end: ${leadWords(worthOf(node.end))}`;
  if (node.legal.length === 0) return `${colorName(node.turn)} cannot move and passes.`;
  return `${colorName(node.turn)} to move, ${node.empties} empty`;
}
