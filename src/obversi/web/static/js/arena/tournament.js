// One tournament: its standings, its cross table and all its games; live while it runs.

import { answered, makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { languageOf, t, translated } from "../core/language.js";
import { gameTable, makeGameList } from "./game_table.js";
import { crossTable, standingsTable } from "./standings_table.js";
import { LATER, SOON, gameProgress, keepFresh, momentWords, named, stateMark } from "./state.js";

export function openTournament(app, number) {
  const path = `/api/arena/${encodeURIComponent(number)}`;
  const tournament = makeAnswer((signal) =>
    named(get(path, { signal, cache: "no-cache" }), t("Not found: tournament {number}.", { number })),
  );
  const list = makeGameList(encodeURIComponent(number));
  let games = null; // their number when the list was requested

  function follow() {
    app.redraw();
    const { answer } = tournament.state;
    if (answer && answer.games !== games) {
      games = answer.games;
      list.ask(answer.state === "running");
    }
  }

  const ends = [
    tournament.listen(follow),
    list.listen(app.redraw),
    keepFresh(tournament, pauseOf),
  ];
  tournament.ask();
  return {
    get title() {
      return tournament.state.answer?.title ?? t("Tournament");
    },
    view: () => [
      h("p", { key: "back", class: "arena-back" }, h("a", { href: "/arena" }, t("All tournaments"))),
      answered(tournament, t("Loading the tournament …"), (answer) => tournamentView(answer, list)),
    ],
    close() {
      for (const end of ends) end();
      tournament.close();
      list.close();
    },
  };
}

// Ratings of a finished tournament may still be pending, and a stopped one may be resumed.
function pauseOf({ state, ratings }) {
  if (state === "running" || ratings === "pending") return SOON;
  return state === "stopped" ? LATER : null;
}

function tournamentView(tournament, list) {
  const { title, rules, size, began, notes, form, time, openings, test } = tournament;
  return [
    h(
      "header",
      { class: "card", key: "head" },
      h("div", { class: "card-head" }, h("h1", {}, title), stateMark(tournament)),
      h("p", { class: "card-head" }, rulesBadge(rules), h("span", {}, `${size}×${size}, ${translated(form)}`)),
      gameProgress(tournament),
      h(
        "p",
        { class: "soft small" },
        t("Started {moment}. Time: {time}. Openings: {openings}.", { moment: momentWords(began), time: translated(time), openings: translated(openings) }),
      ),
      test && h("p", {}, t("Test: {test}.", { test })),
    ),
    h(
      "section",
      { class: "card", key: "standings" },
      h("h2", {}, t("Standings")),
      standingsTable(tournament),
      h("p", { class: "soft small" }, ratingWords(tournament)),
    ),
    h(
      "section",
      { class: "card", key: "crossings" },
      h("h2", {}, t("Head to head")),
      crossTable(tournament, list.meeting),
    ),
    gameTable(list, tournament),
    notes?.length > 0 &&
      h(
        "section",
        { class: "card", key: "notes" },
        h("h2", {}, t("Notes")),
        h("ul", { class: "arena-notes small" }, notes.map((note) => h("li", { key: note, lang: languageOf(note) }, translated(note)))),
      ),
  ];
}

// The model of the ratings, and the number of their games while new ones are pending.
function ratingWords({ ratings, rated_games: rated, games, scale: text }) {
  const margins = t("Margins are discs per game.");
  if (rated === null) return `${t("Calculating ratings …")} ${margins}`;
  const scale = scaleWords(text);
  const words =
    ratings === "pending"
      ? t("Ratings in Elo ({scale}), of the first {rated} of {games} games.", { scale, rated, games })
      : t("Ratings in Elo ({scale}).", { scale });
  return `${words} ${margins}`;
}

// The model of the ratings, and the meaning of 0.
function scaleWords(text) {
  const parts = text.split("; ").map((part) => {
    const [, agent, base] = /^(.+) is (\d+)$/.exec(part) ?? [];
    if (!agent || languageOf(part) === null) return translated(part);
    return t("{agent} is {base}", { agent, base });
  });
  return parts.join("; ");
}
