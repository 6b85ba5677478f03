// A question before something that cannot be taken back.

import { button } from "../core/choice.js";
import { dialog } from "../core/dialog.js";
import { h } from "../core/dom.js";

/** Ask `text`; `yes` are the words of the button that does it. */
export function confirm({ title, text, yes, run, close }) {
  return dialog(
    { title, close },
    h("p", {}, text),
    h(
      "div",
      { class: "buttons" },
      button(yes, run, { kind: "primary" }),
      button("No, go on", (event) => event.currentTarget.closest("dialog").close()),
    ),
  );
}
