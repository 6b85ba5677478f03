// Who beat whom: the score of each agent against each, in the order of the standings.

import { h } from "../core/dom.js";

/** Show the crossings; `choose(agent, against)` has the games of two shown. */
export function crossTable({ standings, crossings }, choose) {
  if (crossings.length === 0) return h("p", { class: "soft" }, "No game has ended yet.");
  const met = new Map(crossings.map((one) => [`${one.agent}\n${one.against}`, one]));
  const crossed = new Set(crossings.map(({ agent }) => agent));
  const shown = standings.filter(({ agent }) => crossed.has(agent));
  return [
    h(
      "div",
      { class: "scrolls", tabindex: 0, role: "group", "aria-label": "Who beat whom" },
      h(
        "table",
        { class: "arena-crossings" },
        h("caption", { class: "for-readers" }, "The score of each agent against each"),
        h(
          "thead",
          {},
          h("tr", {}, h("th", { scope: "col" }, "Agent"), shown.map(columnHead)),
        ),
        h(
          "tbody",
          {},
          shown.map((row) =>
            h(
              "tr",
              { key: row.agent },
              h("th", { scope: "row" }, `${row.place}. ${row.agent}`),
              shown.map((column) => cell(met.get(`${row.agent}\n${column.agent}`), choose)),
            ),
          ),
        ),
      ),
    ),
    h(
      "p",
      { class: "small soft" },
      "Points in % of the agent of the row against that of the column, and games won-drawn-lost. ",
      "Press a field for the games.",
    ),
  ];
}

function columnHead({ place, agent }) {
  return h(
    "th",
    { scope: "col", class: "number", title: agent },
    place,
    h("span", { class: "for-readers" }, ` ${agent}`),
  );
}

function cell(crossing, choose) {
  if (!crossing?.games) return h("td", { class: "number soft" }, "·");
  const { agent, against, score, wins, draws, losses, interval } = crossing;
  const percent = `${Math.round(score * 100)} %`;
  const games = `${wins}-${draws}-${losses}`;
  return h(
    "td",
    { class: "number" },
    h(
      "button",
      {
        type: "button",
        class: "quiet crossing",
        title: interval ? `Elo of ${agent} over ${against}: ${interval}` : null,
        "aria-label": `${agent} against ${against}: ${percent}, ${games}. Show the games`,
        on: { click: () => choose(agent, against) },
      },
      h("b", {}, percent),
      h("span", { class: "small soft" }, games),
    ),
  );
}
