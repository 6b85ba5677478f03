// The positions of a game. Moves come with the discs that they turn: this script does not know the rules.

// Returns all positions, each with the move that led to it.
function positions(data, game) {
  const [cells, turn] = data.starts[game.start].split(" ");
  const size = Math.round(Math.sqrt(cells.length));
  const column = (key) => (game[key] ?? "").split(",");
  const columns = {
    value: column("values"),
    time: column("milliseconds"),
    clock: column("clocks"),
    depth: column("depths"),
  };
  let discs = [...cells];
  let mover = turn;
  const steps = [{ discs, size, move: null }];
  const moves = game.moves === undefined ? [] : game.moves.split(",");
  for (const [ply, move] of moves.entries()) {
    const squares =
      move === data.pass ? [] : [...move].map((letter) => data.squares.indexOf(letter));
    const places = squares.map((square) => size * (square >> 3) + (square & 7));
    discs = [...discs];
    for (const place of places) discs[place] = mover;
    const facts = Object.fromEntries(
      Object.entries(columns).map(([key, all]) => [key, all[ply] ? Number(all[ply]) : null]),
    );
    const [placed, ...turned] = places;
    steps.push({
      discs,
      size,
      move: { mover, placed, turned, opening: ply < game.opening, ...facts },
    });
    mover = mover === "X" ? "O" : "X";
  }
  return steps;
}

function colorOf(mover) {
  return mover === "X" ? "black" : "white";
}

function squareName(place, size) {
  return "abcdefgh"[place % size] + (Math.floor(place / size) + 1);
}

function moveName(step) {
  return step.move.placed === undefined ? "pass" : squareName(step.move.placed, step.size);
}
