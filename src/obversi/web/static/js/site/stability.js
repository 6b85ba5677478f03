// Discs that can never be flipped again; not all of them are found. core/board/stability.hpp has the same
// rules: a search of the edges, discs on four full lines, and discs with a stable neighbour on each line.

const LINES = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

const edges = new Map(); // by the cells of an edge: the places of stable own discs

/** The stable discs among `own`: a Set of places, row by row. */
export function stableDiscs(own, opp, size) {
  const mine = new Set(own);
  const filled = new Set([...own, ...opp]);
  const fullIn = LINES.map((line) => (place) => lineThrough(place, line, size).every((at) => filled.has(at)));
  const found = new Set([...stableOnEdges(mine, new Set(opp), size), ...own.filter((place) => fullIn.every((isFull) => isFull(place)))]);
  const inner = own.filter((place) => neighbour(place, [-1, -1], size) !== null && neighbour(place, [1, 1], size) !== null);
  for (let before = -1; found.size !== before; ) {
    before = found.size;
    for (const place of inner) {
      const leans = LINES.every(([down, right], number) => {
        const beside = [neighbour(place, [down, right], size), neighbour(place, [-down, -right], size)];
        return beside.some((at) => found.has(at)) || fullIn[number](place);
      });
      if (leans) found.add(place);
    }
  }
  return found;
}

/** @param {number} place @param {number[]} step @param {number} size */
function neighbour(place, [down, right], size) {
  const [row, column] = [Math.floor(place / size) + down, (place % size) + right];
  return row < 0 || column < 0 || row >= size || column >= size ? null : row * size + column;
}

/** @param {number} place @param {number[]} step @param {number} size */
function lineThrough(place, [down, right], size) {
  const line = [place];
  for (let at = neighbour(place, [down, right], size); at !== null; at = neighbour(at, [down, right], size)) line.push(at);
  for (let at = neighbour(place, [-down, -right], size); at !== null; at = neighbour(at, [-down, -right], size)) line.push(at);
  return line;
}

function stableOnEdges(mine, his, size) {
  const along = Array.from({ length: size }, (_, number) => number);
  const last = size - 1;
  const all = [along, along.map((at) => last * size + at), along.map((at) => at * size), along.map((at) => at * size + last)];
  return all.flatMap((edge) => {
    const cells = edge.map((place) => (mine.has(place) ? "X" : his.has(place) ? "O" : "-")).join("");
    return [...stableInEdge(cells)].map((at) => edge[at]);
  });
}

// Own discs that no moves of either player on this edge can flip.
function stableInEdge(cells) {
  if (!edges.has(cells)) {
    let lasting = [...cells].flatMap((cell, at) => (cell === "X" ? [at] : []));
    for (const [at, cell] of [...cells].entries()) {
      if (cell !== "-" || lasting.length === 0) continue;
      for (const disc of "XO") {
        const after = stableInEdge(played(cells, at, disc));
        lasting = lasting.filter((place) => after.has(place));
      }
    }
    edges.set(cells, new Set(lasting));
  }
  return edges.get(cells);
}

function played(cells, at, disc) {
  const after = [...cells];
  after[at] = disc;
  for (const step of [-1, 1]) {
    let end = at + step;
    while (cells[end] !== undefined && cells[end] !== "-" && cells[end] !== disc) end += step;
    if (cells[end] !== disc) continue;
    for (let place = at + step; place !== end; place += step) after[place] = disc;
  }
  return after.join("");
}
