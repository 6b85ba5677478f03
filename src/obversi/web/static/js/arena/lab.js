// The lab: where its report is, or how to make one.

import { answered, makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { h } from "../core/dom.js";
import { labCard } from "./lab_card.js";

/** What the server says of the report. */
export function makeLab() {
  return makeAnswer((signal) => get("/api/lab", { signal, cache: "no-cache" }));
}

export function openLab(app) {
  const lab = makeLab();
  const end = lab.listen(app.redraw);
  lab.ask();
  return {
    title: "Lab",
    view: () => [
      h("h1", { key: "title" }, "Lab"),
      answered(lab, "the lab's report", labCard),
      h("p", { key: "arena" }, h("a", { class: "button", href: "/arena" }, "To the tournaments")),
    ],
    close() {
      end();
      lab.close();
    },
  };
}
