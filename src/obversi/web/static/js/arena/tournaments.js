// All tournaments of the arena's database, and the link to the lab's report.

import { answered, makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t, translated } from "../core/language.js";
import { commandLine, labCard, makeLab, resultsCard } from "./lab.js";
import { makeRuns } from "./runs.js";
import { LATER, SOON, gameProgress, keepFresh, momentWords, stateMark } from "./state.js";

const UNUSABLE = 409; // the file is damaged, or not a database of tournaments
const OTHER_FILE = t("To show another file, start obversi web with --arena FILE.");

export function openTournaments(app) {
  const arena = makeAnswer((signal) => get("/api/arena", { signal, cache: "no-cache" }));
  const lab = makeLab();
  const runs = makeRuns();
  const ends = [
    runs.listen(app.redraw),
    arena.listen(app.redraw),
    lab.listen(app.redraw),
    keepFresh(arena, pauseOf),
  ];
  arena.ask();
  lab.ask();
  runs.ask();
  return {
    title: t("Arena"),
    view: () => [
      h("h1", { key: "title" }, t("Arena")),
      answered(arena, t("Loading the tournaments …"), list),
      arena.state.error?.status === UNUSABLE && h("p", { key: "other" }, OTHER_FILE),
      ratingsCard(),
      runs.state.answer?.allowed && runsCard(),
      resultsCard(),
      answered(lab, t("Loading the lab's report …"), labCard),
    ],
    close() {
      for (const end of ends) end();
      arena.close();
      lab.close();
      runs.close();
    },
  };
}

function ratingsCard() {
  return h(
    "a",
    { class: "card arena-card", href: "/arena/ratings", key: "ratings" },
    h("h2", {}, t("Ratings of players")),
    h("p", {}, t("Who plays rated games on this server, and how strong they are.")),
  );
}

function runsCard() {
  return h(
    "a",
    { class: "card arena-card", href: "/arena/runs", key: "runs" },
    h("h2", {}, t("Run a tournament or an experiment")),
    h("p", {}, t("Choose agents and watch them play, or repeat an experiment of the lab.")),
  );
}

// A tournament may start while this page is open.
function pauseOf({ tournaments }) {
  return tournaments.some(({ state }) => state === "running") ? SOON : LATER;
}

function list({ database, tournaments, text, command, notes }) {
  if (tournaments.length === 0) return noTournaments(text, command, notes);
  return h(
    "section",
    { key: "tournaments", "aria-label": t("Tournaments") },
    h(
      "ul",
      { class: "arena-cards" },
      tournaments.map((tournament) => h("li", { key: tournament.number }, card(tournament))),
    ),
    database && h("p", { class: "soft small" }, t("Database:"), " ", h("code", {}, database), "."),
    notes.map((note) => h("p", { class: "problem" }, note)),
  );
}

function card(tournament) {
  const { number, title, rules, size, agents, began } = tournament;
  return h(
    "a",
    { class: "card arena-card", href: `/arena/${number}` },
    h("div", { class: "card-head" }, h("h2", {}, title), stateMark(tournament)),
    h("p", { class: "arena-agents" }, agents.join(", ")),
    h("p", { class: "card-head" }, rulesBadge(rules), h("span", {}, `${size}×${size}`)),
    gameProgress(tournament),
    h("p", { class: "soft small" }, t("Started {moment}.", { moment: momentWords(began) })),
  );
}

function noTournaments(text, command, notes) {
  return h(
    "section",
    { class: "card", key: "tournaments" },
    h("h2", {}, t("No tournaments")),
    h("p", {}, translated(text)),
    commandLine(command),
    notes.map((note) => h("p", { class: "problem" }, note)),
    h("p", { class: "soft" }, t("It appears here while it runs, with ratings and all games.")),
  );
}
