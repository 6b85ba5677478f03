// A rating with its interval, drawn to one scale for a whole table.

import { h } from "../core/dom.js";
import { signed } from "../core/words.js";

const WIDTH = 160;
const HEIGHT = 24;
const EDGE = 8;

/** The scale that holds all intervals of a table: from a rating to a place in the drawing. */
export function ratingScale(standings) {
  const ends = standings.flatMap(({ elo, low, high }) => [elo, low, high]).filter(Number.isFinite);
  const least = Math.min(0, ...ends);
  const most = Math.max(0, ...ends);
  const width = Math.max(most - least, 1);
  return (rating) => EDGE + ((rating - least) / width) * (WIDTH - 2 * EDGE);
}

/** Draw a rating: a dot with a bar for its interval, and a line at 0. */
export function ratingBar({ agent, elo, low, high, interval }, scale) {
  const middle = HEIGHT / 2;
  // Where nothing bounds a rating, its bar goes to the edge and has no end.
  const from = low === null ? 0 : scale(low);
  const to = high === null ? WIDTH : scale(high);
  const end = (at) => `M${at} ${middle - 5}v10`;
  return h(
    "svg",
    {
      class: "rating-bar",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": `${agent}: ${signed(elo)}, ${interval}`,
    },
    h("path", { class: "bar-zero", d: `M${scale(0)} 2V${HEIGHT - 2}` }),
    h("path", {
      class: "bar-interval",
      d: `M${from} ${middle}H${to}${low === null ? "" : end(from)}${high === null ? "" : end(to)}`,
    }),
    h("circle", { class: "bar-rating", cx: scale(elo), cy: middle, r: 5 }),
  );
}
