// Lines of play as buttons: pointing at a move shows its position, pressing it goes there.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";

const LONGEST = 12; // the shown moves of a line
const NO_PREVIEW = { show() {}, hide() {} };

/**
 * The moves of a line from a place, for `enter(path, moves)`; `preview` is of analyse/preview.js.
 * @param {{path: string[], moves: string[], enter: (path: string[], moves: string[]) => any,
 *   preview?: {show: any, hide: () => void}, label: string}} options
 */
export function playLine({ path, moves, enter, preview = NO_PREVIEW, label }) {
  return h(
    "span",
    { class: "line", role: "toolbar", "aria-label": label, on: { keydown: moveFocus } },
    moves.slice(0, LONGEST).map((move, place) => {
      const many = place + 1;
      const show = () => preview.show(path, moves, many);
      return h(
        "button",
        {
          type: "button",
          class: "quiet step numbers",
          tabindex: place === 0 ? 0 : -1,
          "aria-label": t("Play the line up to {move}", { move }),
          on: {
            click: () => enter(path, moves.slice(0, many)),
            // Not if a button merely appears under a resting pointer.
            pointermove: (event) => event.pointerType === "mouse" && show(),
            pointerleave: preview.hide,
            focus: (event) => event.currentTarget.matches(":focus-visible") && show(),
            blur: preview.hide,
          },
        },
        move,
      );
    }),
    moves.length > LONGEST && h("span", { class: "soft", "aria-hidden": "true" }, "…"),
  );
}

// A line is one tab stop; arrows go along it.
function moveFocus(event) {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const place = buttons.indexOf(event.target);
  const last = buttons.length - 1;
  const to = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  buttons[to]?.focus();
}
