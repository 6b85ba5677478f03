// A modal dialog: the browser holds the focus inside, and Escape closes it.

import { h } from "./dom.js";
import { t } from "./language.js";

/** A dialog with a title and a button that closes it; `close` is called for every way of closing. */
export function dialog({ title, close, key = title, wide = false }, ...children) {
  return h(
    "dialog",
    {
      key,
      class: wide ? "dialog wide" : "dialog",
      "aria-labelledby": "dialog-title",
      made: (element) => element.showModal(),
      on: {
        close,
        // A click on the backdrop is one on the dialog itself.
        click: (event) => event.target === event.currentTarget && event.currentTarget.close(),
      },
    },
    h(
      "div",
      { class: "dialog-body" },
      h(
        "header",
        { class: "dialog-head" },
        h("h2", { id: "dialog-title" }, title),
        h(
          "button",
          {
            class: "quiet icon",
            type: "button",
            "aria-label": t("Close"),
            on: { click: (event) => event.currentTarget.closest("dialog").close() },
          },
          "✕",
        ),
      ),
      children,
    ),
  );
}
