// One tournament: who is how strong, who beat whom, and all its games; live while it runs.

import { answered, makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameTable, makeGameList } from "./game_table.js";
import { crossTable, standingsTable } from "./standings_table.js";
import { LATER, SOON, gameProgress, keepFresh, momentWords, named, stateMark } from "./state.js";

export function openTournament(app, number) {
  const path = `/api/arena/${encodeURIComponent(number)}`;
  const tournament = makeAnswer((signal) =>
    named(get(path, { signal, cache: "no-cache" }), `tournament '${number}'`),
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
      return tournament.state.answer?.title ?? "Tournament";
    },
    view: () => [
      h("p", { key: "back", class: "arena-back" }, h("a", { href: "/arena" }, "All tournaments")),
      answered(tournament, "the tournament", (answer) => tournamentView(answer, list)),
    ],
    close() {
      for (const end of ends) end();
      tournament.close();
      list.close();
    },
  };
}

// Ratings of a tournament that is over may still be counted, and one that was stopped may go on.
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
      h("p", { class: "card-head" }, rulesBadge(rules), h("span", {}, `${size}×${size}, ${form}`)),
      gameProgress(tournament),
      h(
        "p",
        { class: "soft small" },
        `Started ${momentWords(began)}. Time: ${time}. Openings: ${openings}.`,
      ),
      test && h("p", {}, `Test: ${test}.`),
    ),
    h(
      "section",
      { class: "card", key: "standings" },
      h("h2", {}, "Standings"),
      standingsTable(tournament),
      h("p", { class: "soft small" }, ratingWords(tournament)),
    ),
    h(
      "section",
      { class: "card", key: "crossings" },
      h("h2", {}, "Head to head"),
      crossTable(tournament, list.meeting),
    ),
    gameTable(list, tournament),
    notes?.length > 0 &&
      h(
        "section",
        { class: "card", key: "notes" },
        h("h2", {}, "Notes"),
        h("ul", { class: "arena-notes small" }, notes.map((note) => h("li", { key: note }, note))),
      ),
  ];
}

// What the ratings are, and of how many games if they are being counted anew.
function ratingWords({ ratings, rated_games: rated, games, scale }) {
  const margins = "Margins are discs per game.";
  if (rated === null) return `Calculating ratings … ${margins}`;
  const extent = ratings === "pending" ? `, of the first ${rated} of ${games} games` : "";
  return `Ratings in Elo (${scale})${extent}. ${margins}`;
}
