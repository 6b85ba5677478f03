// What is said of a game and its moves.

function signed(number) {
  return number > 0 ? `+${number}` : `${number}`.replace("-", "−");
}

function duration(milliseconds) {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
}

function resultText(game) {
  if (game.margin === 0) return "draw";
  return `${game.margin > 0 ? "black" : "white"} wins by ${Math.abs(game.margin)}`;
}

function stepText(data, game, steps, ply) {
  const { move } = steps[ply];
  const lines = [];
  if (move === null) {
    lines.push("the first position");
  } else {
    const color = colorOf(move.mover);
    const name = moveName(steps[ply]);
    const decided = move.given ? "given by the opening" : data.agents[game[color]];
    lines.push(`${ply}. ${color} ${name === "pass" ? "passes" : `plays ${name}`} · ${decided}`);
    const facts = [];
    if (move.value !== null) facts.push(`expects ${signed(move.value)} discs`);
    if (move.time !== null) facts.push(`took ${duration(move.time)}`);
    if (move.clock !== null) facts.push(`clock ${move.clock} s`);
    if (move.depth !== null) facts.push(`depth ${move.depth}`);
    if (facts.length) lines.push(facts.join(" · "));
  }
  if (ply === steps.length - 1) {
    lines.push(
      game.reason === undefined
        ? `${game.ending}: ${resultText(game)}`
        : `${game.failed} loses (${game.ending}): ${game.reason}`,
    );
  }
  return lines;
}
