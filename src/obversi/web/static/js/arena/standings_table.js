// Who is how strong: ratings as numbers and as bars, and what they come from.

import { h } from "../core/dom.js";
import { signed } from "../core/words.js";
import { ratingBar, ratingScale } from "./rating_bar.js";

export function standingsTable({ standings }) {
  if (standings.length === 0) return h("p", { class: "soft" }, "No game has ended yet.");
  const scale = ratingScale(standings);
  const isFaulty = standings.some(({ faults }) => faults > 0);
  const columns = [
    ["Agent", null],
    ["Rating, 95 % interval", null],
    ["Points", "number"],
    ["Won-drawn-lost", "number"],
    ["Margin", "number"],
    isFaulty && ["Faults", "number"],
  ].filter(Boolean);
  return h(
    "div",
    { class: "scrolls", tabindex: 0, role: "group", "aria-label": "Standings" },
    h(
      "table",
      { class: "arena-standings" },
      h("caption", { class: "for-readers" }, "Standings, the best first"),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          columns.map(([words, kind]) => h("th", { scope: "col", class: kind, key: words }, words)),
        ),
      ),
      h("tbody", {}, standings.map((standing) => row(standing, scale, isFaulty))),
    ),
  );
}

function row(standing, scale, isFaulty) {
  const { place, agent, points, games, wins, draws, losses, margin, faults } = standing;
  return h(
    "tr",
    { key: agent },
    h("th", { scope: "row" }, `${place}. ${agent}`),
    h("td", {}, rating(standing, scale)),
    h("td", { class: "number" }, points, h("span", { class: "soft" }, ` of ${games}`)),
    h("td", { class: "number" }, `${wins}-${draws}-${losses}`),
    h("td", { class: "number" }, Number.isFinite(margin) ? signed(margin, 1) : "–"),
    isFaulty && h("td", { class: "number" }, faults),
  );
}

function rating(standing, scale) {
  if (!Number.isFinite(standing.elo)) return "–";
  return h(
    "div",
    { class: "rating" },
    h("b", { class: "number" }, signed(standing.elo)),
    ratingBar(standing, scale),
    h("span", { class: "small soft" }, standing.interval),
  );
}
