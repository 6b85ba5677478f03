// The names of openings that match a query, sorted by their first moves.

const FIRST = 4; // characters: the first two moves
const SIDES = [
  ([x, y]) => [x, y],
  ([x, y]) => [7 - x, 7 - y],
  ([x, y]) => [y, x],
  ([x, y]) => [7 - y, 7 - x],
]; // the symmetries of the start position

/**
 * The openings whose names or moves contain all words of a query, or that begin with its moves, under any
 * symmetry; grouped by their first two moves. Each has its `parents`: the found openings that it
 * continues, the shortest first.
 */
export function grouped(openings, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const begun = sidesOf(words.join(""));
  const found = openings.filter(({ name, moves }) => {
    const text = `${name} ${moves}`.toLowerCase();
    return words.every((word) => text.includes(word)) || begun.some((one) => moves.startsWith(one));
  });
  const groups = new Map();
  for (const opening of found) {
    const first = opening.moves.slice(0, FIRST);
    const parents = found
      .filter(({ moves }) => moves !== opening.moves && opening.moves.startsWith(moves))
      .sort((one, other) => one.moves.length - other.moves.length);
    groups.set(first, [...(groups.get(first) ?? []), { ...opening, parents }]);
  }
  return [...groups].map(([first, members]) => ({
    first,
    name: openings.find(({ moves }) => moves === first)?.name ?? null,
    members,
  }));
}

/** Moves under each symmetry of the board; none if the text is not moves. */
function sidesOf(text) {
  if (!/^([a-h][1-8])+$/.test(text)) return [];
  const squares = text.match(/../g).map(([file, rank]) => [file.charCodeAt(0) - 97, rank - 1]);
  const named = (/** @type {number[]} */ [x, y]) => `${String.fromCharCode(97 + x)}${y + 1}`;
  return SIDES.map((turn) => squares.map((square) => named(turn(square))).join(""));
}

/** Moves with blanks between them: "f5 d6 c3"; those after the first few as "… c3". */
export function spaced(moves, from = 0) {
  const shown = moves.slice(from).match(/../g)?.join(" ") ?? "";
  return from ? `… ${shown}` : shown;
}
