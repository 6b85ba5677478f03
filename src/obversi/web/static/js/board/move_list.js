// The moves of a walk, each a button that goes there.

import { h } from "../core/dom.js";

/** List the moves; `note(step)` returns something to show beside one, or null. */
export function moveList(walk, { note = () => null, label = "Moves" } = {}) {
  const { nodes, at } = walk.state;
  if (nodes.length < 2) return h("p", { class: "soft small" }, "No move has been played yet.");
  return h(
    "ol",
    { class: "move-list", "aria-label": label },
    nodes.slice(1).map((node, place) => {
      const step = place + 1;
      return h(
        "li",
        { key: step },
        h(
          "button",
          {
            type: "button",
            class: "quiet move",
            "aria-current": step === at ? "step" : null,
            "aria-label": `${step}. ${node.mover} ${node.move}`,
            on: { click: () => walk.go(step) },
          },
          h("span", { class: `chip ${node.mover}`, "aria-hidden": "true" }),
          h("span", { class: "numbers" }, node.move),
          note(step),
        ),
      );
    }),
  );
}

/** Have the list show the move of the step, without moving the page: call it after drawing. */
export function scrollMoves() {
  const list = document.querySelector(".move-list");
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
