// The table of ratings of persons, for one game and size.

import { answered, makeAnswer } from "../core/answer.js";
import { get, post } from "../core/api.js";
import { button, choice } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { scrolls } from "../core/scrolls.js";
import { makeStore } from "../core/store.js";
import { RULES, SIZES } from "../core/words.js";
import { ratingText } from "../play/ratings.js";
import { confirm } from "../play/view.js";
import { dayWords } from "./state.js";

export function openRatings(app) {
  const store = makeStore({ rules: "normal", size: 8, isConfirming: false, problem: "" });
  const table = makeAnswer((signal) => {
    const { rules, size } = store.state;
    return get(`/api/ratings?rules=${rules}&size=${size}`, { signal, cache: "no-cache" });
  });
  const ends = [store.listen(app.redraw), table.listen(app.redraw)];
  table.ask();

  function choose(change) {
    store.change(change);
    table.ask();
  }

  async function remove() {
    store.change({ isConfirming: false, problem: "" });
    try {
      await post("/api/ratings/delete", {});
    } catch (error) {
      store.change({ problem: error.message });
    }
    table.ask();
  }

  return {
    title: t("Ratings"),
    view: () => ratingsView({ state: store.state, table, choose, remove, change: store.change }),
    close() {
      for (const end of ends) end();
      table.close();
    },
  };
}

function ratingsView({ state, table, choose, remove, change }) {
  const { rules, size, isConfirming, problem } = state;
  return [
    h("p", { key: "back", class: "arena-back" }, h("a", { href: "/arena" }, t("All tournaments"))),
    h("h1", { key: "title" }, t("Ratings")),
    h(
      "p",
      { key: "about" },
      t("Players who have chosen rated games, for each game and board. A rating with a question mark comes from few games."),
    ),
    h(
      "div",
      { class: "ratings-choice", key: "choice" },
      choice({
        legend: t("Rules"),
        name: "rating-rules",
        value: rules,
        options: Object.keys(RULES).map((one) => [one, RULES[one].name]),
        change: (one) => choose({ rules: one }),
      }),
      choice({
        legend: t("Board"),
        name: "rating-size",
        value: size,
        options: SIZES.map((one) => [one, `${one}×${one}`]),
        change: (one) => choose({ size: one }),
      }),
    ),
    problem && h("p", { class: "problem", role: "alert", key: "problem" }, problem),
    answered(table, t("Loading the ratings …"), (found) => [
      playersTable(found),
      found.players.some(({ own }) => own) &&
        h(
          "p",
          { key: "delete" },
          button(t("Delete my ratings"), () => change({ isConfirming: true })),
        ),
    ]),
    isConfirming &&
      confirm({
        title: t("Delete your ratings?"),
        text: t("Your ratings in all games and on all boards are deleted. The next rated game begins at 1500 again."),
        yes: t("Delete"),
        run: remove,
        close: () => change({ isConfirming: false }),
      }),
  ];
}

function playersTable({ players, most }) {
  if (players.length === 0) {
    return h("p", { class: "card", key: "none" }, t("Nobody has played a rated game here yet. Choose “Rated” for a game with another person."));
  }
  const columns = [
    [t("Player"), null],
    [t("Rating"), "number"],
    [t("Games"), "number"],
    [t("Won-drawn-lost"), "number"],
    [t("Last game"), null],
  ];
  return [
    scrolls(
      t("Ratings"),
      h(
        "table",
        { class: "arena-standings", key: "table" },
        h("caption", { class: "for-readers" }, t("Ratings, best first")),
        h(
          "thead",
          {},
          h("tr", {}, columns.map(([words, kind]) => h("th", { scope: "col", class: kind, key: words }, words))),
        ),
        h("tbody", {}, players.map(playerRow)),
      ),
    ),
    players.length >= most &&
      h("p", { class: "soft small", key: "most" }, tn("The best {n} player is shown.", "The best {n} players are shown.", most)),
  ];
}

function playerRow(player, place) {
  const { name, own, wins, draws, losses, deviation, played } = player;
  const about = t("Deviation {n}", { n: deviation });
  return h(
    "tr",
    { key: place, class: own ? "own" : null },
    h(
      "th",
      { scope: "row" },
      `${place + 1}. `,
      h("span", { class: "person" }, name),
      own && h("span", { class: "badge" }, t("You")),
    ),
    h("td", { class: "number", title: about }, ratingText(player)),
    h("td", { class: "number" }, wins + draws + losses),
    h("td", { class: "number" }, `${wins}-${draws}-${losses}`),
    h("td", {}, dayWords(played)),
  );
}
