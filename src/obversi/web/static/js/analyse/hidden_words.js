// What stands where the computer would say something, while that is hidden.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";

export function hiddenWords(show) {
  return h(
    "p",
    { class: "soft hidden-words" },
    "What the computer says is hidden. ",
    button("Show it", show, { hint: "Z" }),
  );
}
