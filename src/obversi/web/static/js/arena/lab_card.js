// The way to the lab's report, or how to make it.

import { h } from "../core/dom.js";
import { commandLine } from "./command.js";
import { momentWords } from "./state.js";

export function labCard({ report, text, command }) {
  return h(
    "section",
    { class: "card", key: "lab" },
    h("h2", {}, "The lab's report"),
    report
      ? [
          h("p", {}, report.title, ", ", h("span", { class: "soft" }, momentWords(report.made))),
          h(
            "p",
            {},
            h(
              "a",
              { class: "button", href: report.path, target: "_blank", rel: "noopener" },
              "Open the report (new tab)",
            ),
          ),
        ]
      : [h("p", {}, text), commandLine(command)],
  );
}
