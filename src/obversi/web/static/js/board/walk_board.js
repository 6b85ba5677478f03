// The board of a walk, with the rule in force, the discs, and the buttons to step.

import { failure, loading } from "../core/answer.js";
import { button, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { stepButtons } from "../core/steps.js";
import { board } from "./board.js";

/**
 * Show the position of a walk. `steps` false leaves out the buttons, `restart` shows another game
 * where the one that was asked for cannot be shown; other options go to the board.
 */
export function walkBoard(walk, { steps = true, play, go = walk.go, restart, ...options } = {}) {
  const { game, nodes, at, moving, strolling, memory, error } = walk.state;
  if (walk.node === null) {
    const offer = error && restart && h("p", {}, button("From the start", restart));
    return h("div", { class: "stage" }, error ? failure(error) : loading("the board"), offer);
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
      play: strolling ? undefined : play,
      ...options,
    }),
    steps && stepButtons({ at, last: nodes.length - 1, go, label: "Steps of the game" }),
    error && failure(error),
  );
}

/** How many discs both have, and whose turn it is. */
export function discCount({ black, white, turn }) {
  return h(
    "p",
    { class: "disc-count" },
    oneColor("black", "Black", black, turn),
    oneColor("white", "White", white, turn),
  );
}

function oneColor(color, name, discs, turn) {
  return h(
    "span",
    { class: turn === color ? "to-move" : null },
    h("span", { class: `chip ${color}`, "aria-hidden": "true" }),
    ` ${name} `,
    h("b", {}, discs),
    turn === color && h("span", { class: "small" }, " to move"),
  );
}
