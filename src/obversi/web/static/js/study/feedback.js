// The feedback on a move, with a sign.

import { h } from "../core/dom.js";

const SIGNS = { right: "✓", done: "✓", wrong: "✕", shown: "→", waiting: "…", problem: "!" };

/** Show {kind, text}, or nothing. */
export function feedback(said) {
  if (said === null) return null;
  return h(
    "p",
    { class: `feedback ${said.kind}` },
    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[said.kind]),
    h("span", {}, said.text),
  );
}
