// The board editor: discs can be put anywhere, and the server checks whether the board can be analysed.

import { line as lineOf, post } from "../core/api.js";
import { say } from "../core/dom.js";
import { setPageKeys } from "../core/keys.js";
import { t } from "../core/language.js";
import { endText } from "../core/position_text.js";
import { nodeHere } from "./here.js";

/** The contents of squares that can be put: the cell and its words. */
export const BRUSHES = [
  ["X", t("Black"), "b"],
  ["O", t("White"), "w"],
  ["-", t("Empty"), "e"],
];

/** `leave()` is called when the game is shown again. */
export function makeEditor(store, game, leave) {
  let usual = null; // the text of the start position, once it is loaded

  function change(difference) {
    store.change(({ editor }) => editor && { editor: { ...editor, problem: "", ...difference } });
  }

  function fail(error) {
    change({ problem: error.message });
  }

  function open() {
    const { size, rules } = store.state;
    const node = nodeHere(store.state);
    const turn = node.turn ?? "black";
    const editor = { size, rules, cells: node.board, turn, brush: "X", problem: "" };
    store.change({ editor, notice: null });
    setPageKeys(keys);
    say(t("Editing the board: B, W and E choose what to place."));
  }

  function close() {
    store.change({ editor: null });
    leave();
  }

  /** Begin with the usual start of a size. */
  async function toStart(size = store.state.editor.size) {
    try {
      const { nodes } = await lineOf({ rules: "normal", size, position: "", moves: "" });
      usual = positionText(nodes[0].board, nodes[0].turn);
      change({ size, cells: nodes[0].board, turn: nodes[0].turn });
    } catch (error) {
      fail(error);
    }
  }

  /** Take the position of any text; the position of a game is its last one. */
  async function take(text) {
    if (!text.trim()) return;
    const { rules, size } = store.state.editor;
    try {
      const { games, problems } = await post("/api/read", { text, rules, size });
      if (games.length === 0) {
        change({ problem: problems[0]?.text ?? t("No board could be read.") });
        return;
      }
      const [first] = games;
      const { nodes } = await lineOf(first);
      const last = nodes.at(-1);
      change({
        size: first.size,
        cells: last.board,
        turn: last.turn ?? "black",
        problem: problems[0]?.text ?? "",
      });
    } catch (error) {
      fail(error);
    }
  }

  async function finish() {
    const { rules, size, cells, turn } = store.state.editor;
    try {
      const written = positionText(cells, turn);
      const position = written === usual ? "" : written;
      const { nodes, doubts } = await lineOf({ rules, size, position, moves: "" });
      const last = nodes.at(-1);
      if (last.end) throw new Error(t("The game is over in this position: {result}", { result: endText(last.end, rules) }));
      if (store.state.editor === null) return; // the editor was closed meanwhile
      await game.load({ rules, size, position });
      if (store.state.editor === null) return;
      close();
      if (doubts.length > 0) doubt(doubts);
    } catch (error) {
      fail(error);
      say(error.message);
    }
  }

  function doubt(doubts) {
    const problems = doubts.map((text) => ({ text, place: "" }));
    store.change({ notice: { text: t("This position cannot arise in a game:"), problems } });
  }

  const keys = [
    ...BRUSHES.map(([cell, words, key]) => ({
      keys: [key],
      words: t("place: {what}", { what: words }),
      run: () => change({ brush: cell }),
    })),
    { keys: ["x"], words: t("change the side to move"), run: () => swapTurn() },
    { keys: ["Enter"], words: t("analyse this position"), run: () => void finish() },
    { keys: ["Escape"], words: t("leave the editor"), run: close },
  ];

  function swapTurn() {
    change({ turn: store.state.editor.turn === "black" ? "white" : "black" });
  }

  return {
    open,
    close,
    finish,
    take,
    toStart,
    brush: (brush) => change({ brush }),
    put(place) {
      const { cells, brush } = store.state.editor;
      // Putting the same disc again takes it away.
      change({ cells: withCell(cells, place, cells[place] === brush ? "-" : brush) });
    },
    turn: (turn) => change({ turn }),
    clear: () => change({ cells: emptyCells(store.state.editor.size) }),
    move(kind) {
      const { cells, size } = store.state.editor;
      change({ cells: kind === "swap" ? swappedColors(cells) : turned(cells, size, kind) });
    },
  };
}

// Board texts as an editor changes them: cells row by row, X black, O white, - empty. The server
// decides whether a board can be played on.

/** Put something on a square, by its place in the row of cells. */
export function withCell(cells, place, cell) {
  return cells.slice(0, place) + cell + cells.slice(place + 1);
}

export function emptyCells(size) {
  return "-".repeat(size * size);
}

// Where each cell of the new board comes from: (row, column, last) → [row, column].
const TURNS = {
  rotate: (row, column, last) => [last - column, row],
  mirror: (row, column, last) => [row, last - column],
};

/** Turn the board by a quarter ("rotate"), or left to right ("mirror"). */
export function turned(cells, size, kind) {
  return Array.from(cells, (_, place) => {
    const [row, column] = TURNS[kind](Math.floor(place / size), place % size, size - 1);
    return cells[row * size + column];
  }).join("");
}

/** The cells with swapped colours. */
export function swappedColors(cells) {
  return Array.from(cells, (cell) => ({ X: "O", O: "X" })[cell] ?? cell).join("");
}

/** The text of a whole position. */
export function positionText(cells, turn) {
  return `${cells} ${turn === "black" ? "X" : "O"}`;
}

export function countOf(cells, cell) {
  return Array.from(cells).filter((each) => each === cell).length;
}
