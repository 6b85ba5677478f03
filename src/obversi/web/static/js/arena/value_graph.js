// What both sides thought of the game, move by move.

import { h } from "../core/dom.js";
import { signed } from "../core/words.js";

const WIDTH = 480;
const HEIGHT = 130;
const EDGE = 40;

/**
 * Draw values over the steps of a game, each as black's: `points` are [step, value, color of who
 * thought so], `at` is the step that is shown, and `go(step)` goes to one that is pressed.
 */
export function valueGraph({ points, last, at, go }) {
  const most = Math.max(2, ...points.map(([, value]) => Math.abs(value)));
  const x = (step) => EDGE + (step / Math.max(last, 1)) * (WIDTH - EDGE - 6);
  const y = (value) => HEIGHT / 2 - (value / most) * (HEIGHT / 2 - 12);

  function press(event) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const place = ((event.clientX - left) / width) * WIDTH;
    go(Math.min(Math.max(Math.round(((place - EDGE) / (WIDTH - EDGE - 6)) * last), 0), last));
  }

  return h(
    "svg",
    {
      class: "value-graph",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": "What each side thought black would win by, move by move",
      on: { click: press },
    },
    h("path", { class: "axis", d: `M${EDGE} ${y(0)}H${WIDTH - 6}M${EDGE} 8V${HEIGHT - 8}` }),
    h("text", { x: EDGE - 4, y: y(most) + 4 }, signed(most)),
    h("text", { x: EDGE - 4, y: y(0) + 4 }, "0"),
    h("text", { x: EDGE - 4, y: y(-most) + 4 }, signed(-most)),
    h("path", { class: "here", d: `M${x(at)} 8V${HEIGHT - 8}` }),
    ["black", "white"].map((color) => {
      const own = points.filter(([, , thinker]) => thinker === color);
      return [
        h("path", { class: `thought ${color}`, d: pathOf(own, x, y) }),
        own.map(([step, value]) => mark(color, x(step), y(value))),
      ];
    }),
  );
}

function pathOf(points, x, y) {
  return points
    .map(([step, value], place) => `${place ? "L" : "M"}${x(step)} ${y(value)}`)
    .join("");
}

// Two shapes, so that nobody needs the colours.
function mark(color, x, y) {
  if (color === "black") return h("circle", { class: "point black", cx: x, cy: y, r: 2.6 });
  return h("rect", { class: "point white", x: x - 2.6, y: y - 2.6, width: 5.2, height: 5.2 });
}
