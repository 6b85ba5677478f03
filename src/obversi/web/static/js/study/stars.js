// Stars for points: as many as were earned of three, and the same in words.

import { h } from "../core/dom.js";

export function stars(number) {
  return h(
    "span",
    { class: "stars" },
    h("span", { "aria-hidden": "true" }, "★".repeat(number), "☆".repeat(3 - number)),
    h("span", { class: "for-readers" }, `${number} of 3 stars`),
  );
}
