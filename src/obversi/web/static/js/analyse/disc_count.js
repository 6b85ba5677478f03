// How many discs each colour has, and whose turn it is.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";

export function discCount({ black, white, turn }) {
  const discs = Object.entries({ black, white });
  return h(
    "span",
    { class: "stage-count numbers", role: "img", "aria-label": t("Black {black}, White {white}", { black, white }) },
    discs.map(([color, number]) =>
      h(
        "span",
        { class: turn === color ? "count to-move" : "count" },
        h("span", { class: `chip ${color}` }),
        number,
      ),
    ),
  );
}
