// A box to type a move into, for users who do not point at the board.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";

const PLACE = "typed-move";

/** The box; `play(text)` is called with the typed text, `problemId` is the element with the error text. */
export function typedMove({ play, problemId = null }) {
  return h(
    "form",
    {
      class: "typed",
      key: "typed",
      on: {
        submit: (event) => {
          event.preventDefault();
          const input = event.currentTarget.elements.move;
          const move = input.value.trim().toLowerCase();
          if (move) play(move);
          input.value = "";
        },
      },
    },
    h("label", { for: PLACE }, t("Type a move, such as f5")),
    h(
      "div",
      { class: "typed-row" },
      h("input", {
        id: PLACE,
        name: "move",
        type: "text",
        maxlength: 4,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
        "aria-describedby": problemId,
        on: { keydown: leave },
      }),
      h("button", { type: "submit" }, t("Play")),
    ),
  );
}

// Escape moves the focus to the board, where keys are shortcuts again.
function leave(event) {
  if (event.key !== "Escape") return;
  event.currentTarget.value = "";
  const square = /** @type {HTMLElement | null} */ (document.querySelector("[role=grid] [tabindex='0']"));
  square?.focus();
}

/** Focus the box, if there is one. */
export function focusTypedMove() {
  document.getElementById(PLACE)?.focus();
}
