// The second part of the search tree page: the tree, what each step does, and the controls.

import { drawing } from "../board/drawing.js";
import { squaresOf } from "../board/squares.js";
import { button, field, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { numberText, t } from "../core/language.js";
import { scrolls } from "../core/scrolls.js";
import { stepButtons } from "../core/steps.js";
import { moveText } from "../core/words.js";

/** Milliseconds from step to step. */
export const PACES = { slow: 2500, normal: 1000, fast: 250, "very fast": 50 };

const SEARCH_NAMES = { minimax: t("minimax"), "alpha-beta": t("alpha-beta"), maximax: t("maximax"), mcts: "MCTS" };

const PACE_WORDS = { slow: t("slow"), normal: t("normal speed"), fast: t("fast"), "very fast": t("very fast") };

export function playerView({ acts, request, trace, at, playing, pace, problem }) {
  const step = trace.steps[at];
  return [
    h("h1", { key: "title", class: "for-readers" }, t("Search tree")),
    h(
      "div",
      { class: "tree-page", key: "player" },
      h(
        "section",
        { class: "card tree-controls", "aria-label": t("Steps") },
        h("p", { class: "tree-title" }, h("b", {}, searchTitle(request)), " ", rulesBadge(request.rules)),
        stepButtons({ at, last: trace.steps.length - 1, go: acts.go }),
        playButtons({ acts, trace, at, playing, pace }),
        slider({ acts, trace, at }),
        problem && h("p", { class: "problem", role: "alert" }, problem),
      ),
      h(
        "section",
        // Long trees are scrolled inside; the arrow keys of the page go from step to step.
        { class: "card tree-scroll", role: "region", "aria-label": t("Tree"), tabindex: 0 },
        picture(request, trace, at),
      ),
      h(
        "div",
        { class: "tree-more" },
        h(
          "section",
          { class: "card", "aria-label": t("This step") },
          h(
            "div",
            { class: "tree-step" },
            h("p", { class: step.cut ? "tree-text tree-text-cut" : "tree-text", lang: "en" }, step.text),
            smallBoard(request, trace, at),
          ),
          step.table && stepTable(step.table),
        ),
        h("section", { class: "card", "aria-label": t("Counts") }, counts({ request, trace, at })),
        h(
          "div",
          { class: "card" },
          h(
            "div",
            { class: "buttons" },
            button(t("Download SVG"), acts.save),
            button(t("Change the search"), acts.back),
            h("a", { class: "button", href: `/analyse${gameLink(request)}` }, t("Analyse this")),
          ),
        ),
      ),
    ),
  ];
}

/** A search and its settings in words. */
function searchTitle({ search, depth, evaluation, weights, playouts, exploration, seed }) {
  const name = SEARCH_NAMES[search];
  if (search === "mcts") {
    return t("{name}, {playouts} playouts, exploration {exploration}, seed {seed}", {
      ...{ name, playouts, seed },
      exploration: numberText(exploration, 2),
    });
  }
  const values = { name, depth, evaluation: weights ? t("own weights") : evaluation };
  return t("{name}, depth {depth}, evaluation {evaluation}", values);
}

function playButtons({ acts, trace, at, playing, pace }) {
  const hasCuts = trace.steps.some(({ cut }) => cut);
  const isLeft = trace.steps.some(({ cut }, step) => cut && step > at);
  return h(
    "div",
    { class: "buttons tree-play" },
    h(
      "button",
      {
        type: "button",
        id: "tree-play",
        class: "primary",
        title: playing ? t("Pause (Space)") : t("Play (Space)"),
        on: { click: acts.toggle },
      },
      playing ? t("Pause") : t("Play"),
    ),
    hasCuts && button(t("Next cut-off"), acts.nextCut, { hint: "X", disabled: !isLeft }),
    h(
      "label",
      { class: "tree-pace" },
      h("span", { class: "for-readers" }, t("Speed")),
      h(
        "select",
        { set: { value: pace }, on: { change: (event) => acts.setPace(event.currentTarget.value) } },
        Object.keys(PACES).map((each) => h("option", { value: each, key: each }, PACE_WORDS[each])),
      ),
    ),
  );
}

function slider({ acts, trace, at }) {
  const last = trace.steps.length - 1;
  return field(
    t("Step {number} of {of}", { number: at, of: last }),
    h("input", {
      type: "range",
      class: "tree-slider",
      min: 0,
      max: last,
      "aria-label": t("Step"),
      "aria-valuetext": t("{done} of {of}", { done: at, of: last }),
      set: { value: String(at) },
      on: { input: (event) => acts.go(Number(event.currentTarget.value)) },
    }),
  );
}

function stepTable({ columns, rows }) {
  return scrolls(
    t("This step"),
    h(
      "table",
      { class: "tree-table", lang: "en" },
      h("thead", {}, h("tr", {}, columns.map((column) => h("th", { scope: "col" }, column)))),
      h("tbody", {}, rows.map((row) => h("tr", { key: row[0] }, row.map((cell) => h("td", {}, cell))))),
    ),
  );
}

// The tree: the shapes of the server that are visible after a step.

const drawn = new WeakMap(); // descriptions that stay the same are not compared again

function shapeOf(shape, key) {
  let description = drawn.get(shape);
  if (!description) {
    const { name, style, attributes, text } = shape;
    description = h(name, { class: style, key, ...attributes }, text);
    drawn.set(shape, description);
  }
  return description;
}

function picture(request, trace, at) {
  const { width, height, shapes, steps } = trace;
  const visible = [];
  shapes.forEach((shape, place) => {
    const isVisible = shape.first <= at && (shape.last === null || at <= shape.last);
    if (isVisible) visible.push(shapeOf(shape, place));
  });
  const label = t("{title}, after step {number} of {of}", {
    title: searchTitle(request),
    number: at,
    of: steps.length - 1,
  });
  const box = { width, height, viewBox: `0 0 ${width} ${height}` };
  const shown = h("g", { lang: "en" }, visible); // the server's texts are English
  return h("svg", { class: "search-tree", role: "img", "aria-label": label, ...box }, shown);
}

/** Scroll the tree to the node of a step, if it is not visible. */
export function followNode(trace, at) {
  const region = document.querySelector(".tree-scroll");
  if (!region) return;
  const { x, y } = trace.nodes[trace.steps[at].node];
  const { scrollLeft, scrollTop, clientWidth, clientHeight } = region;
  const isOutside = (place, start, length) =>
    place < start + length * 0.15 || place > start + length * 0.85;
  if (isOutside(x, scrollLeft, clientWidth)) region.scrollLeft = x - clientWidth / 2;
  if (isOutside(y, scrollTop, clientHeight)) region.scrollTop = y - clientHeight / 2;
}

function counts({ request, trace, at }) {
  const { nodes, evaluations, minimax_nodes: soFar } = trace.steps[at];
  const isMcts = request.search === "mcts";
  const { minimax } = trace;
  const row = (words, ...numbers) =>
    h(
      "tr",
      { key: words },
      h("th", { scope: "row" }, words),
      numbers.map((number) => h("td", { class: "number" }, number === null || number === undefined ? "–" : numberText(number))),
    );
  const rows = isMcts
    ? [
        row("MCTS", nodes, evaluations),
        row(t("minimax, depth {depth}", { depth: minimax.depth }), minimax.nodes, minimax.evaluations),
      ]
    : [
        row(request.search === "minimax" ? t("minimax so far") : SEARCH_NAMES[request.search], nodes, evaluations),
        request.search !== "minimax" && row(t("minimax so far"), soFar, null),
        row(t("minimax in all"), minimax.nodes, minimax.evaluations),
      ];
  return scrolls(
    t("Counts beside plain minimax"),
    h(
      "table",
      { class: "tree-counts" },
      h("caption", { class: "for-readers" }, t("Counts beside plain minimax")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("td", {}),
          h("th", { scope: "col" }, t("nodes")),
          h("th", { scope: "col" }, isMcts ? t("playouts or evaluations") : t("evaluations")),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

function smallBoard(request, trace, at) {
  const { board, turn, path } = trace.nodes[trace.steps[at].node];
  const last = path.at(-1) ?? null;
  const discs = (letter) => [...board].filter((cell) => cell === letter).length;
  const mover = turn === null ? t("the game is over") : turn === "black" ? t("black to move") : t("white to move");
  const where = path.length > 0 ? t("After {moves}", { moves: path.map(moveText).join(" ") }) : t("The position at the root");
  return h(
    "div",
    { class: "tree-position-here" },
    h(
      "div",
      { class: `board size-${request.size}` },
      drawing({
        node: { board, turn, move: last, flips: [], legal: [], ply: path.length },
        size: request.size,
        squares: squaresOf(request.size),
        looks: {},
      }),
    ),
    h(
      "p",
      { class: "small" },
      t("{where}: black {black}, white {white}, {mover}.", {
        where,
        black: discs("X"),
        white: discs("O"),
        mover,
      }),
    ),
  );
}
