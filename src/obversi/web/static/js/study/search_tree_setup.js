// The first part of the search tree page: the position, the search and its settings.

import { moveList, walkBoard } from "../board/walk_board.js";
import { answered } from "../core/answer.js";
import { button, choice, field } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t, translated } from "../core/language.js";
import { RULES, SIZES } from "../core/words.js";

const SEARCHES = [
  ["minimax", t("Minimax")],
  ["alpha-beta", t("Alpha-beta")],
  ["maximax", t("Maximax")],
  ["mcts", "MCTS"],
];

const ABOUT = {
  minimax: t("Every line to a depth: one player takes the best value, the other the worst."),
  "alpha-beta": t("The value of minimax, without the lines that cannot change it."),
  maximax: t("Alpha-beta of report R2: a bound for each player, and the most promising moves first."),
  mcts: t("Monte Carlo tree search: random games from a tree that grows where it promises most."),
};

const DEPTHS = [1, 2, 3, 4, 5, 6, 7, 8];
const PLAYOUTS = [10, 25, 50, 100, 200, 500];
const OWN = "own";

export const FIRST_SETUP = {
  search: "alpha-beta",
  depth: 3,
  evaluation: "r4",
  weights: "25 -5 14 10 -7 -4 1 3 2 -6",
  playouts: 50,
  exploration: "1.41",
  seed: 1,
};

/** The request to the server; an error names the setting that is wrong. */
export function requestOf({ rules, size, position, moves }, setup) {
  const game = { rules, size, position, moves, search: setup.search };
  if (setup.search === "mcts") {
    const exploration = Number(setup.exploration);
    if (!(setup.exploration.trim() && exploration >= 0 && exploration <= 100)) {
      throw new Error(t("The exploration must be a number from 0 to 100."));
    }
    return { ...game, playouts: setup.playouts, exploration, seed: setup.seed };
  }
  const { depth, evaluation } = setup;
  if (evaluation !== OWN) return { ...game, depth, evaluation };
  const weights = setup.weights.split(/[\s,;]+/).filter(Boolean).map(Number);
  if (weights.length !== 10 || !weights.every(Number.isFinite)) {
    throw new Error(t("Own weights must be ten numbers, such as 25 -5 14 10 -7 -4 1 3 2 -6."));
  }
  return { ...game, depth, weights };
}

export function setupView({ walk, evaluations, acts, setup, problem, waiting }) {
  const isOver = walk.node?.turn === null;
  return [
    h("h1", { key: "title", class: "for-readers" }, t("Search tree")),
    h(
      "div",
      { class: "table", key: "setup" },
      walkBoard(walk, { play: walk.play, restart: acts.restart }),
      h(
        "div",
        { class: "side" },
        h(
          "section",
          { class: "card", "aria-label": t("Search") },
          h(
            "div",
            { class: "tree-searches" },
            choice({
              legend: t("Search"),
              name: "tree-search",
              value: setup.search,
              options: SEARCHES,
              change: (search) => acts.changeSetup({ search }),
            }),
          ),
          h("p", { class: "soft small" }, ABOUT[setup.search]),
          setup.search === "mcts"
            ? playoutFields(setup, acts)
            : answered(evaluations, t("Loading the evaluations …"), (answer) =>
                depthFields(answer.evaluations, setup, acts),
              ),
          problem && h("p", { class: "problem", role: "alert" }, problem),
          button(waiting ? t("Searching …") : t("Show the search"), acts.search, {
            kind: "primary",
            disabled: waiting || isOver || walk.node === null,
          }),
          isOver && h("p", { class: "soft small" }, t("The game is over: go back some moves.")),
        ),
        positionCard(walk, acts),
      ),
    ),
  ];
}

function depthFields(evaluations, setup, acts) {
  const options = [
    ...evaluations
      .filter(({ name }) => name !== "patterns") // the engine's own, which is not in the reports
      .map(({ name, words }) => [name, `${name}: ${translated(words)}`]),
    [OWN, t("own weights of squares")],
  ];
  return [
    select(t("Depth in plies"), setup.depth, numbered(DEPTHS), (depth) =>
      acts.changeSetup({ depth: Number(depth) }),
    ),
    select(t("Evaluation"), setup.evaluation, options, (evaluation) => acts.changeSetup({ evaluation })),
    setup.evaluation === OWN &&
      field(
        t("Weights of a1, b1, c1, d1, b2, c2, d2, c3, d3, d4"),
        textInput(setup.weights, (weights) => acts.changeSetup({ weights })),
      ),
  ];
}

function playoutFields(setup, acts) {
  return [
    select(t("Playouts"), setup.playouts, numbered(PLAYOUTS), (playouts) =>
      acts.changeSetup({ playouts: Number(playouts) }),
    ),
    field(
      t("Exploration"),
      textInput(setup.exploration, (exploration) => acts.changeSetup({ exploration })),
    ),
    button(t("Other random games"), () => acts.changeSetup({ seed: setup.seed + 1 }), {
      hint: t("seed {number}", { number: setup.seed }),
    }),
  ];
}

function positionCard(walk, acts) {
  const { rules, size } = walk.wanted ?? { rules: "normal", size: 8 };
  return h(
    "section",
    { class: "card", "aria-label": t("Position") },
    choice({
      legend: t("Rules"),
      name: "tree-rules",
      value: rules,
      options: Object.entries(RULES).map(([each, { name }]) => [each, name]),
      change: acts.setRules,
    }),
    choice({
      legend: t("Board"),
      name: "tree-size",
      value: size,
      options: SIZES.map((each) => [each, `${each}×${each}`]),
      change: acts.setSize,
    }),
    h(
      "form",
      {
        class: "tree-position",
        on: {
          submit: (event) => {
            event.preventDefault();
            acts.readPosition(event.currentTarget.elements.text.value);
          },
        },
      },
      field(
        t("Moves or a board; or play on the board"),
        h("input", {
          type: "text",
          name: "text",
          autocomplete: "off",
          spellcheck: "false",
          placeholder: "f5d6c3 …",
        }),
      ),
      h("button", { type: "submit" }, t("Set up")),
    ),
    walk.node && moveList(walk),
  );
}

function numbered(numbers) {
  return numbers.map((number) => [String(number), String(number)]);
}

function textInput(value, change) {
  return h("input", {
    type: "text",
    class: "numbers",
    autocomplete: "off",
    maxlength: 200,
    set: { value },
    on: { input: (event) => change(event.currentTarget.value) },
  });
}

function select(words, value, options, change) {
  return field(
    words,
    h(
      "select",
      { set: { value: String(value) }, on: { change: (event) => change(event.currentTarget.value) } },
      options.map(([each, text]) => h("option", { value: each, key: each }, text)),
    ),
  );
}
