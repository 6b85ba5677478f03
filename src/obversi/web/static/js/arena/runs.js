// Tournaments and experiments that are started here, with the running game on a board.

import { makeWalk } from "../board/walk.js";
import { walkBoard } from "../board/walk_board.js";
import { answered, makeAnswer } from "../core/answer.js";
import { get, post } from "../core/api.js";
import { h, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { makeStore } from "../core/store.js";
import { runList } from "./run_list.js";
import { FRESH_FORM, labForm, tournamentForm } from "./run_forms.js";
import { keepFresh } from "./state.js";

const QUICK = 700; // milliseconds between requests while something runs
const SLOW = 10_000;

/** The runs of the server, and whether it allows any. */
export function makeRuns() {
  return makeAnswer((signal) => get("/api/runs", { signal, cache: "no-cache" }));
}

export function openRuns(app) {
  const runs = makeRuns();
  const form = makeStore({ ...FRESH_FORM, busy: false, problem: "" });
  const walk = makeWalk();
  let shown = ""; // the game on the board

  function follow() {
    app.redraw();
    const game = runs.state.answer?.runs.find((run) => run.game)?.game;
    const key = JSON.stringify(game ?? null);
    if (!game || key === shown) return;
    shown = key;
    const { rules, size, position, moves } = game;
    walk.show({ rules, size, position, moves }, { at: Infinity });
  }

  const ends = [
    runs.listen(follow),
    form.listen(app.redraw),
    walk.listen(app.redraw),
    keepFresh(runs, ({ runs: all }) => (all.some(isActive) ? QUICK : SLOW)),
  ];
  runs.ask();

  async function send(path, body, words) {
    form.change({ busy: true, problem: "" });
    try {
      await post(path, body);
      say(words);
    } catch (error) {
      form.change({ problem: error.message });
    }
    form.change({ busy: false });
    runs.ask();
  }

  const acts = {
    change: form.change,
    play() {
      const { name, agents, rules, size, pairs, seconds } = form.state;
      send("/api/runs/tournament", { name, agents, rules, size, pairs, seconds }, t("The tournament is in the queue."));
    },
    measure() {
      const { experiment, fresh } = form.state;
      send("/api/runs/lab", { experiment, new: fresh }, t("The experiment is in the queue."));
    },
    cancel: (id) => send(`/api/runs/${id}/cancel`, {}, t("The run is cancelled.")),
    resume: (id) => send(`/api/runs/${id}/resume`, {}, t("The run is in the queue again.")),
  };

  return {
    title: t("Run"),
    view: () => [
      h("p", { key: "back", class: "arena-back" }, h("a", { href: "/arena" }, t("All tournaments"))),
      h("h1", { key: "title" }, t("Run a tournament or an experiment")),
      answered(runs, t("Loading the runs …"), (answer) => pageView({ answer, form: form.state, walk, acts })),
    ],
    close() {
      for (const end of ends) end();
      runs.close();
      walk.close();
    },
  };
}

function isActive({ state }) {
  return state === "running" || state === "waiting";
}

function pageView({ answer, form, walk, acts }) {
  if (!answer.allowed) {
    return h(
      "section",
      { class: "card", key: "closed" },
      h("p", {}, t("This server does not run tournaments for browsers.")),
      h("p", {}, t("Start it with this option to allow it:"), " ", h("code", {}, "obversi web --allow-runs")),
    );
  }
  const live = answer.runs.find((run) => run.game);
  return [
    form.problem && h("p", { class: "problem", role: "alert", key: "problem" }, form.problem),
    h("div", { class: "run-columns", key: "now" }, live && liveGame(live, walk), runList(answer.runs, acts)),
    h(
      "div",
      { class: "run-columns", key: "forms" },
      tournamentForm({ answer, form, acts }),
      labForm({ answer, form, acts }),
    ),
  ];
}

function liveGame({ title, game: { number, black, white } }, walk) {
  return h(
    "section",
    { class: "card run-live", key: "live", "aria-label": t("The running game") },
    h("h2", {}, t("{title}: game {number}", { title, number })),
    h("p", {}, t("{black} (black) against {white} (white)", { black, white })),
    walkBoard(walk, { steps: false }),
  );
}
