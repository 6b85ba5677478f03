// Texts about a game and its moves.

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

// A line of moves to a position has a title instead of players.
function headingOf(data, game) {
  if (game.title !== undefined) return [game.title];
  const [black, white] = [game.black, game.white].map((agent) => agentName(data.agents[agent]));
  return [`Game ${game.number}: `, black, " (black) – ", white, " (white)"];
}

function noteText(game) {
  if (game.title !== undefined) return "";
  return [game.stage, resultText(game), game.ending, game.date].filter(Boolean).join(" · ");
}

function endText(game) {
  if (game.title !== undefined) return game.words;
  return game.reason === undefined
    ? `${game.ending}: ${resultText(game)}`
    : `${game.failed} loses (${game.ending}): ${game.reason}`;
}

function decidedBy(data, game, move) {
  if (game.title !== undefined) return "";
  return move.opening ? " · opening" : ` · ${data.agents[game[colorOf(move.mover)]]}`;
}

function stepText(data, game, steps, ply) {
  const { move } = steps[ply];
  const lines = [];
  if (move === null) {
    lines.push("the first position");
  } else {
    const name = moveName(steps[ply]);
    const played = name === "pass" ? "passes" : `plays ${name}`;
    lines.push(`${ply}. ${colorOf(move.mover)} ${played}${decidedBy(data, game, move)}`);
    const facts = [];
    if (move.value !== null) facts.push(`expects ${signed(move.value)} discs`);
    if (move.time !== null) facts.push(`took ${duration(move.time)}`);
    if (move.clock !== null) facts.push(`clock ${move.clock} s`);
    if (move.depth !== null) facts.push(`depth ${move.depth}`);
    if (facts.length) lines.push(facts.join(" · "));
  }
  const remark = game.remarks?.[ply];
  if (remark !== undefined) lines.push(remark);
  if (ply === steps.length - 1) lines.push(endText(game));
  return lines;
}
