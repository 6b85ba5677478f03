// Who played the game, if that is known.

import { h } from "../core/dom.js";

export function playersLine({ black, white }) {
  if (!black && !white) return null;
  return h(
    "p",
    { class: "players-line", key: "players" },
    player("black", black),
    h("span", { class: "soft" }, "–"),
    player("white", white),
  );
}

function player(color, name) {
  return h(
    "span",
    { title: name || null },
    h("span", { class: `chip ${color}`, role: "img", "aria-label": color }),
    ` ${name || "?"}`,
  );
}
