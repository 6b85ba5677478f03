// Board texts as an editor changes them: cells row by row, X black, O white, - empty. Whether a
// board can be played on is for the server to say.

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

/** Black for white and white for black. */
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
