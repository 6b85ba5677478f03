// The moves of a game, passes too; each goes to its position.

import { h } from "../core/dom.js";
import { colorName } from "../core/words.js";

/** List the moves of a game in two columns; `go(ply)` shows a position. */
export function moves({ game, go }) {
  const played = game.nodes.slice(1);
  if (played.length === 0) {
    return h("p", { class: "soft small", key: "no moves" }, "No move has been played yet.");
  }
  let number = 0;
  const cells = played.map((node) => {
    const isPass = node.move === "pass";
    if (!isPass) number += 1;
    const isShown = node.ply === game.shown;
    const words = isPass ? "passes" : node.move;
    return h(
      "li",
      { key: node.ply, class: node.mover },
      h(
        "button",
        {
          type: "button",
          class: isPass ? "quiet move pass" : "quiet move",
          // One tab stop: the keys that step through the game reach all others.
          tabindex: node.ply === Math.max(game.shown, 1) ? 0 : -1,
          "aria-current": isShown ? "step" : null,
          "aria-label": `${isPass ? "" : `${number}. `}${colorName(node.mover)} ${words}`,
          on: { click: () => go(node.ply) },
        },
        h("span", { class: "count" }, isPass ? "" : number),
        h("span", { class: `chip ${node.mover}` }),
        isPass ? "pass" : node.move,
      ),
    );
  });
  return h(
    "ol",
    {
      key: "moves",
      class: "played",
      "aria-label": "Moves",
      // What is shown stays in sight, without the page scrolling to it.
      "data-shown": game.shown,
      made: followShown,
    },
    cells,
  );
}

function followShown(list) {
  const follow = () => {
    const shown = list.querySelector("[aria-current]");
    if (!shown) return;
    const cell = shown.parentElement;
    list.scrollTo({
      top: cell.offsetTop - (list.clientHeight - cell.clientHeight) / 2,
      left: cell.offsetLeft - (list.clientWidth - cell.clientWidth) / 2,
    });
  };
  follow();
  new MutationObserver(follow).observe(list, { attributes: true, attributeFilter: ["data-shown"] });
}
