// The picture of a search tree: src/obversi/textbook/tracing/picture.py draws the same. The root is at the
// left, and every ply has a column. Shapes are visible from a first to a last step.

import { fixed } from "./numbers.js";

const ROW = 26;
const ROW_WITH_WINDOW = 40;
const BOX_HEIGHT = 20;
const DISC = 6;
const BASELINE = 4; // of letters, below the middle of a box
const GAP = 34; // between columns
const EDGE = 10;
export const LETTER = 7.4; // the widths of letters, on average
const SMALL_LETTER = 6;

const nameOf = ({ move }) => move ?? "root";

/** Draw a tree with all its steps: {width, height, shapes, centres}, the centres by the numbers of the nodes. */
export function drawTree({ nodes, steps }) {
  const last = steps.length - 1;
  const states = nodes.map(() => []); // of each node: [step, state]
  const cuts = new Map(); // by node: [step, cut]
  steps.forEach((step, number) => {
    for (const state of step.states) states[state.node].push([number, state]);
    if (step.cut) cuts.set(step.cut.node, [number, step.cut]);
  });
  const places = placed(nodes, states, cuts);
  const { left, widths, y, cutY, bottom } = places;
  const plyOf = (index) => nodes[index].ply;

  const box = (index) => {
    const ply = plyOf(index);
    return numbers({ x: left[ply], y: y[index] - BOX_HEIGHT / 2, width: widths[ply], height: BOX_HEIGHT, rx: 5 });
  };

  // A line from a node to a shape in the next column.
  function lineTo(parent, height) {
    const ply = plyOf(parent);
    const [begin, end] = [left[ply] + widths[ply], left[ply + 1]];
    const middle = (begin + end) / 2;
    const points = [[begin, y[parent]], [middle, y[parent]], [middle, height], [end, height]];
    const [first, ...others] = points.map((point) => point.map((each) => fixed(each, 1)).join(" "));
    return { d: `M${first}C${others.join(" ")}` };
  }

  function edges() {
    const principal = principalNodes(states);
    return nodes.flatMap(({ parent }, index) => {
      if (parent === null) return [];
      const line = lineTo(parent, y[index]);
      const best = periods(states[parent], (state) => state.best).filter(([, , child]) => child === index);
      return [
        shape(states[index][0][0], null, "path", "tree-edge", line),
        ...best.map(([since, until]) => shape(since, until, "path", "tree-edge-best", line)),
        ...(principal.has(index) ? [shape(last, null, "path", "tree-edge-line", line)] : []),
      ];
    });
  }

  function cutShapes() {
    return [...cuts].flatMap(([node, [step, cut]]) => {
      const place = numbers({ x: left[plyOf(node) + 1] + 3, y: cutY.get(node) + BASELINE });
      return [
        shape(step, null, "path", "tree-cut-line", lineTo(node, cutY.get(node))),
        shape(step, null, "text", "tree-cut", place, cut.text),
      ];
    });
  }

  function boxes() {
    return nodes.flatMap((node, index) => {
      const own = states[index];
      const [first] = own[0];
      const [x, height] = [left[node.ply], y[index]];
      const name = nameOf(node);
      const texts = (look, style, place) =>
        periods(own, look)
          .filter(([, , text]) => text)
          .map(([since, until, text]) => shape(since, until, "text", style, place, text));
      return [
        ...periods(own, (state) => state.isOpen).map(([since, until, isOpen]) =>
          shape(since, until, "rect", isOpen ? "tree-box-open" : "tree-box", box(index)),
        ),
        shape(first, null, "circle", `tree-disc-${node.position.turn}`, numbers({ cx: x + 11, cy: height, r: DISC })),
        shape(first, null, "text", "tree-name", numbers({ x: x + 22, y: height + BASELINE }), name),
        ...texts((state) => state.value, "tree-value", numbers({ x: x + 24 + LETTER * (name.length + 1), y: height + BASELINE })),
        ...texts((state) => state.window, "tree-window", numbers({ x, y: height + 20 })),
      ];
    });
  }

  // A frame around the node where the search is, until its end.
  function here() {
    const found = [];
    let begin = 0;
    for (let number = 0; number < last; number += 1) {
      if (steps[number + 1].node === steps[number].node && number + 1 !== last) continue;
      found.push(shape(begin, number, "rect", "tree-box-here", box(steps[number].node)));
      begin = number + 1;
    }
    return found;
  }

  const boxEnds = nodes.map(({ ply }) => left[ply] + widths[ply]);
  const cutEnds = [...cuts].map(([node, [, cut]]) => left[plyOf(node) + 1] + SMALL_LETTER * 1.1 * cut.text.length);
  return {
    width: Number(fixed(Math.max(...boxEnds, ...cutEnds) + EDGE, 0)),
    height: Number(fixed(bottom + EDGE, 0)),
    shapes: [...edges(), ...cutShapes(), ...boxes(), ...here()], // lines first: boxes cover their ends
    centres: nodes.map(({ ply }, index) => [left[ply] + widths[ply] / 2, y[index]]),
  };
}

/** The places of the columns and the rows: each leaf has a row. */
function placed(nodes, states, cuts) {
  const widths = Array(Math.max(...nodes.map(({ ply }) => ply)) + 1).fill(0);
  const children = nodes.map(() => []);
  nodes.forEach((node, index) => {
    if (node.parent !== null) children[node.parent].push(index);
    for (const [, { value, window }] of states[index]) {
      const box = 30 + LETTER * (nameOf(node).length + value.length + 1);
      widths[node.ply] = Math.max(widths[node.ply], box, SMALL_LETTER * window.length);
    }
  });
  const left = [EDGE]; // of each column, and of one more for cut-offs
  for (const width of widths) left.push(left.at(-1) + width + GAP);
  const y = [];
  const cutY = new Map();
  let bottom = EDGE;

  function nextRow() {
    bottom += ROW;
    return bottom - ROW / 2;
  }

  function place(index) {
    const top = bottom;
    const below = children[index];
    below.forEach(place);
    if (cuts.has(index)) cutY.set(index, nextRow());
    y[index] = below.length > 0 ? (y[below[0]] + (cutY.get(index) ?? y[below.at(-1)])) / 2 : nextRow();
    if (states[index].at(-1)[1].window) bottom = Math.max(bottom, top + ROW_WITH_WINDOW);
  }

  place(0);
  return { left, widths, y, cutY, bottom };
}

function principalNodes(states) {
  const found = new Set();
  for (let index = 0; index !== null; index = states[index].at(-1)[1].best) found.add(index);
  return found;
}

function shape(first, last, name, style, attributes, text = "") {
  return { first, last, name, style, attributes, text };
}

function numbers(all) {
  return Object.fromEntries(Object.entries(all).map(([name, number]) => [name, String(Number(fixed(number, 1)))]));
}

/** The periods of steps in which a node looks the same, with its look. */
function periods(states, look) {
  const found = [];
  let [begin] = states[0];
  let before = look(states[0][1]);
  for (const [step, state] of states.slice(1)) {
    const now = look(state);
    if (now === before) continue;
    if (step > begin) found.push([begin, step - 1, before]);
    begin = step;
    before = now;
  }
  found.push([begin, null, before]);
  return found;
}
