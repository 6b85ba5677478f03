// The lab: its report, or the command that makes one.

import { answered, makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { button } from "../core/choice.js";
import { h, say } from "../core/dom.js";
import { t, translated } from "../core/language.js";
import { isServerless } from "../core/site.js";
import { momentWords } from "./state.js";

/** The server's reply about the report. */
export function makeLab() {
  return makeAnswer((signal) => get("/api/lab", { signal, cache: "no-cache" }));
}

export function openLab(app) {
  const lab = makeLab();
  const end = lab.listen(app.redraw);
  if (!isServerless) lab.ask();
  return {
    title: t("Lab"),
    view: () => [
      h("h1", { key: "title" }, t("Lab")),
      resultsCard(),
      !isServerless && answered(lab, t("Loading the lab's report …"), labCard),
      !isServerless && h("p", { key: "arena" }, h("a", { class: "button", href: "/arena" }, t("All tournaments"))),
    ],
    close() {
      end();
      lab.close();
    },
  };
}

/** The results of all experiments, which are part of the package. */
export function resultsCard() {
  const text =
    t("Five student reports on Reversi programs, R0 to R4, drew conclusions from a few games. Here their experiments have error bars, figures, and a verdict for each claim.");
  return h(
    "section",
    { class: "card", key: "results" },
    h("h2", {}, t("What the reports found, and whether it is right")),
    h("p", {}, text),
    h("p", {}, newTab("/lab/results.html", t("Open the results (new tab)"))),
  );
}

function newTab(href, text) {
  return h("a", { class: "button", href, target: "_blank", rel: "noopener" }, text);
}

// The link to the lab's report, or the command that makes it.

export function labCard({ report, text, command }) {
  return h(
    "section",
    { class: "card", key: "lab" },
    h("h2", {}, t("The lab's report")),
    report
      ? [
          h("p", {}, report.title, ", ", h("span", { class: "soft" }, momentWords(report.made))),
          h("p", {}, newTab(report.path, t("Open the report (new tab)"))),
        ]
      : [h("p", {}, translated(text)), commandLine(command)],
  );
}

// A command to type into a terminal, with a button that copies it.

/** Show a command; if the browser does not allow copying, one click selects it. */
export function commandLine(command) {
  return h(
    "p",
    { class: "command" },
    h("code", {}, command),
    navigator.clipboard && button(t("Copy"), () => copy(command), { label: t("Copy the command") }),
  );
}

async function copy(command) {
  try {
    await navigator.clipboard.writeText(command);
    say(t("Copied."));
  } catch {
    say(t("Copying is blocked by this browser. Select the command and copy it."));
  }
}
