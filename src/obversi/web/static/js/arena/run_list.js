// The runs, with their progress, and buttons to cancel or resume them.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t, translated } from "../core/language.js";

const STATES = {
  waiting: ["…", t("waiting")],
  running: ["●", t("running")],
  finished: ["✓", t("finished")],
  cancelled: ["■", t("cancelled")],
  failed: ["!", t("failed")],
  interrupted: ["■", t("interrupted")],
};
const STOPPED = ["cancelled", "failed", "interrupted"];

export function runList(runs, acts) {
  if (runs.length === 0) return null;
  return h(
    "section",
    { class: "card", key: "runs", "aria-label": t("Runs") },
    h("h2", {}, t("Runs")),
    h("ul", { class: "run-list" }, runs.map((run) => h("li", { key: run.id }, row(run, acts)))),
  );
}

function row(run, acts) {
  const { id, kind, state, share, text, tournament } = run;
  const title = kind === "lab" ? translated(run.title) : run.title;
  const [sign, words] = STATES[state];
  return [
    h(
      "div",
      { class: "run-about" },
      h("b", {}, title),
      h(
        "span",
        { class: `arena-state ${state}` },
        h("span", { class: "sign", "aria-hidden": "true" }, sign),
        ` ${words}`,
      ),
      h("progress", { max: 1, value: share, "aria-label": t("Progress of {title}", { title }) }),
      text && h("span", { class: "small soft" }, translated(text)),
    ),
    h(
      "span",
      { class: "buttons" },
      ["waiting", "running"].includes(state) &&
        button(t("Cancel"), () => acts.cancel(id), { label: t("Cancel {title}", { title }) }),
      STOPPED.includes(state) &&
        button(t("Resume"), () => acts.resume(id), { label: t("Resume {title}", { title }) }),
      tournament && h("a", { class: "button", href: `/arena/${tournament}` }, t("Standings")),
      kind === "lab" && state === "finished" && h("a", { class: "button", href: "/lab" }, t("The lab's report")),
    ),
  ];
}
