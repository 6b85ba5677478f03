// The board: a drawing under a grid of buttons, one tab stop, arrows inside.

import { h, say } from "../core/dom.js";
import { settings } from "../core/settings.js";
import { drawing } from "./drawing.js";
import { boardLabel, seen, squareLabel, squaresOf } from "./squares.js";
import { whyNot } from "./why_not.js";

/** The initial state of a board, which is a part of the state of its page. */
export const FRESH_BOARD = Object.freeze({ focused: null, hovered: null, note: null });

/**
 * Show a position.
 *
 * - `node`: a position of `/api/line`; `size`;
 * - `memory`: its FRESH_BOARD with later changes, and `remember(change)` to change it;
 * - `play(square)`: called for a legal square; for others the board shows the reason. Without it nothing
 *   can be played, and `idle` is the reason.
 *   `press(square)` is called for any square instead, on pages with another use for the board; the second
 *   click of a double click is ignored;
 * - `values`: a Map of square → {margin of the mover, best, exact, text?}; `marks`: square → class, `signs`:
 *   square → a short text such as "?" and `hints`: square → words, for other things to show;
 *   `tags`: square → {text, exact, words}, another value, smaller and above the first;
 * - `ahead`: the square of the move that was taken back; `moving`: whether the flipping of discs is animated;
 * - `notes`: {marks, arrows, from?} to draw over it; `gestures`: listeners of gestures.js;
 * - `dots`: false hides the legal squares (for puzzles); `label`: the name of the board.
 */
export function board(options) {
  const { node, size, memory, remember, play, press, values, marks, hints, ahead } = options;
  const { moving = true, dots = true, signs, tags, label, idle = "", notes, gestures } = options;
  const squares = squaresOf(size);
  const legal = new Map(node.legal.map((one) => [one.move, one]));
  const chosen = memory.focused !== null && squares.includes(memory.focused) ? memory.focused : null;
  const tabStop = chosen ?? node.legal[0]?.move ?? squares[0];
  const wanted = memory.hovered ?? (memory.focused && memory.byKeyboard ? memory.focused : null);
  const preview = play && settings.state.preview && dots ? legal.get(wanted) : undefined;
  const looks = {
    moving,
    values,
    marks,
    signs,
    tags,
    ahead,
    notes,
    preview,
    dots: dots && settings.state.dots && Boolean(play),
  };

  function act(square, { detail }) {
    if (press) {
      if (detail <= 1) press(square);
    } else if (play && legal.has(square)) {
      if (memory.note) remember({ note: null });
      play(square);
    } else {
      rejectSquare(square);
    }
  }

  // The note belongs to this position, and disappears with it.
  function rejectSquare(square) {
    const place = squares.indexOf(square);
    const text = play ? whyNot(node, square, place, size) : idle;
    if (!text) return;
    const isLow = seen(place, size) >= (size * size) / 2;
    remember({ note: { text, isLow, board: node.board, turn: node.turn } });
    say(text);
  }

  function moveFocus(event, square) {
    const to = neighbour(event.key, squares.indexOf(square), size);
    if (to === null) return;
    event.preventDefault();
    remember({ focused: squares[to], byKeyboard: true });
    event.currentTarget.closest("[role=grid]").querySelector(`[data-square=${squares[to]}]`).focus();
  }

  function button(square, place) {
    const can = Boolean(press) || (Boolean(play) && legal.has(square));
    const words = {
      legal: play ? legal.get(square) : undefined,
      value: values?.get(square),
      tag: tags?.get(square),
      hint: hints?.get(square),
      quiet: !dots,
    };
    return h(
      "button",
      {
        type: "button",
        class: can ? "square can" : "square",
        "data-square": square,
        tabindex: square === tabStop ? 0 : -1,
        "aria-label": squareLabel(node, square, place, words),
        "aria-disabled": can ? null : "true",
        on: {
          click: (event) => act(square, event),
          mousedown: leaveFocus,
          focus: (event) =>
            remember({ focused: square, byKeyboard: event.currentTarget.matches(":focus-visible") }),
          blur: () => remember({ byKeyboard: false }),
          pointerenter: (event) => event.pointerType === "mouse" && remember({ hovered: square }),
          pointerleave: () => memory.hovered !== null && remember({ hovered: null }),
          keydown: (event) => moveFocus(event, square),
        },
      },
    );
  }

  const rows = Array.from({ length: size }, (_, row) =>
    h(
      "div",
      { role: "row", class: "row" },
      squares
        .slice(row * size, (row + 1) * size)
        .map((square, column) =>
          h("div", { role: "gridcell", class: "cell" }, button(square, row * size + column)),
        ),
    ),
  );
  return h(
    "div",
    {
      class: `board size-${size} ${settings.state.turned ? "turned" : ""} ${gestures ? "swipes" : ""}`,
      on: gestures,
    },
    drawing({ node, size, squares, looks }),
    h("div", { role: "grid", class: "grid", "aria-label": label ?? boardLabel(node, size) }, rows),
    noteOf(memory, node),
  );
}

// The reason why the pressed square cannot be played, shown away from that square.
function noteOf({ note }, node) {
  if (!note || note.board !== node.board || note.turn !== node.turn) return null;
  return h("p", { key: "note", class: note.isLow ? "board-note high" : "board-note" }, note.text);
}

// Arrow keys belong to the board while it has the focus. After a click they are those of the page.
function leaveFocus(event) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  if (focused?.closest("[role=grid]") === null) focused.blur();
  event.preventDefault();
}

function neighbour(key, place, size) {
  const row = Math.floor(seen(place, size) / size);
  const column = seen(place, size) % size;
  const to = {
    ArrowLeft: [row, column - 1],
    ArrowRight: [row, column + 1],
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    Home: [row, 0],
    End: [row, size - 1],
  }[key];
  if (!to || to.some((number) => number < 0 || number >= size)) return null;
  return seen(to[0] * size + to[1], size);
}
