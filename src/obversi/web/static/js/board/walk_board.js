// The board of a walk, with the rules, the discs, and the buttons to step.

import { failure, loading } from "../core/answer.js";
import { button, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { stepButtons } from "../core/steps.js";
import { moveLabel, moveText } from "../core/words.js";
import { board } from "./board.js";
import { makeGestures } from "./gestures.js";

/**
 * Show the position of a walk. `steps` false leaves out the buttons, and steps by the wheel and by swipes;
 * `autoplay` is of core/autoplay.js; `restart` shows another game if the requested one cannot be shown; other
 * options go to the board.
 * @param {any} walk
 * @param {{steps?: boolean, play?: any, go?: any, autoplay?: any, restart?: any, [option: string]: any}} [options]
 */
export function walkBoard(walk, { steps = true, play, go = walk.go, autoplay, restart, ...options } = {}) {
  const { game, nodes, at, moving, strolling, memory, error } = walk.state;
  if (walk.node === null) {
    const offer = error && restart && h("p", {}, button(t("From the start"), restart));
    return h("div", { class: "stage" }, error ? failure(error) : loading(t("Loading the board …")), offer);
  }
  return h(
    "div",
    { class: "stage" },
    h("div", { class: "stage-head" }, rulesBadge(game.rules), discCount(walk.node)),
    board({
      node: walk.node,
      size: game.size,
      memory,
      remember: walk.remember,
      moving,
      play: strolling || walk.isLoading ? undefined : play,
      gestures: steps ? gesturesOf(walk, go) : undefined,
      ...options,
    }),
    steps &&
      h(
        "div",
        { class: "walk-steps" },
        stepButtons({ at, last: nodes.length - 1, go, label: t("Moves of the game") }),
        autoplay?.view(),
      ),
    error && failure(error),
  );
}

const known = new WeakMap(); // by walk: its gestures, and how to go to a step

function gesturesOf(walk, go) {
  if (!known.has(walk)) {
    const step = (direction) => {
      const to = walk.state.at + direction;
      if (!walk.state.nodes[to]) return false;
      known.get(walk).go(to);
      return true;
    };
    known.set(walk, { gestures: makeGestures({ step }), go });
  }
  known.get(walk).go = go;
  return known.get(walk).gestures;
}

/** The number of discs of both players, and whose turn it is. */
export function discCount({ black, white, turn }) {
  return h(
    "p",
    { class: "disc-count" },
    oneColor("black", t("Black"), black, turn),
    oneColor("white", t("White"), white, turn),
  );
}

function oneColor(color, name, discs, turn) {
  return h(
    "span",
    { class: turn === color ? "to-move" : null },
    h("span", { class: `chip ${color}`, "aria-hidden": "true" }),
    ` ${name} `,
    h("b", {}, discs),
    turn === color && h("span", { class: "small" }, ` ${t("to move")}`),
  );
}

// The moves of a walk, each a button that goes there.

/**
 * List the moves; `note(step)` returns something to show beside one, or null.
 * @param {any} walk
 * @param {{note?: (step: number) => any, label?: string}} [options]
 */
export function moveList(walk, { note = () => null, label = t("Moves") } = {}) {
  const { nodes, at } = walk.state;
  let number = 0; // of moves, without passes
  if (nodes.length < 2) return h("p", { class: "soft small" }, t("No moves yet."));
  return h(
    "ol",
    { class: "move-list", "aria-label": label },
    nodes.slice(1).map((node, place) => {
      const step = place + 1;
      const isPass = node.move === "pass";
      if (!isPass) number += 1;
      return h(
        "li",
        { key: step },
        h(
          "button",
          {
            type: "button",
            class: "quiet move",
            "aria-current": step === at ? "step" : null,
            "aria-label": moveLabel(node, number),
            on: { click: () => walk.go(step) },
          },
          h("span", { class: `chip ${node.mover}`, "aria-hidden": "true" }),
          h("span", { class: "numbers" }, moveText(node.move)),
          note(step),
        ),
      );
    }),
  );
}

/** Scroll the list to the move of the step, without scrolling the page: call it after drawing. */
export function scrollMoves() {
  const list = document.querySelector(".move-list");
  /** @type {HTMLElement | null} */
  const current = list?.querySelector("[aria-current]");
  if (!current) {
    if (list) list.scrollTop = 0;
    return;
  }
  const top = current.offsetTop;
  const below = top + current.offsetHeight - list.clientHeight;
  if (list.scrollTop < below) list.scrollTop = below;
  if (list.scrollTop > top) list.scrollTop = top;
}
