// The list of all keys, under "?".

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { allKeys, keyName } from "./keys.js";

export function keyList(close) {
  return dialog(
    { title: "Keys", close },
    h(
      "dl",
      { class: "keys" },
      allKeys().map(({ keys, words }) => [
        h("dt", {}, keys.map((key) => [h("kbd", {}, keyName(key)), " "])),
        h("dd", {}, words),
      ]),
    ),
    h(
      "p",
      { class: "soft" },
      "On the board, arrows go from square to square, and Enter or Space plays.",
    ),
  );
}
