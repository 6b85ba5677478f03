// The eight images of a board under turns and mirrors.

const images = new Map(); // by size: for each image the original places of its cells

function imagesOf(size) {
  if (!images.has(size)) {
    /** @type {[number, number][]} */
    const places = Array.from({ length: size * size }, (_, place) => [Math.floor(place / size), place % size]);
    const last = size - 1;
    const turns = [
      ([row, column]) => [row, column],
      ([row, column]) => [column, last - row],
      ([row, column]) => [last - row, last - column],
      ([row, column]) => [last - column, row],
    ];
    const all = turns.flatMap((turn) => [turn, ([row, column]) => turn([column, row])]);
    images.set(
      size,
      all.map((image) => places.map((place) => image(place)).map(([row, column]) => row * size + column)),
    );
  }
  return images.get(size);
}

/** The images of the cells of a board, which are a text, row by row; the first is the board itself. */
export function imagesOfBoard(cells, size) {
  return imagesOf(size).map((places) => places.map((place) => cells[place]).join(""));
}

/** One text for all images of a board. */
export function canonicalBoard(cells, size) {
  return imagesOfBoard(cells, size).sort()[0];
}
