// What can come of a game: its moves in a link, and wishes for another one like it.

import { gameLink } from "../core/game_link.js";
import { myGame } from "./my_games.js";
import { isLive, movesUntil, playersOf } from "./shown.js";
import { startText } from "./starts.js";

/** The game as it is played, up to a ply. */
function gameUntil(game, ply) {
  const { rules, size } = game;
  return { rules, size, position: startText(size, game.position), moves: movesUntil(game, ply) };
}

export function analyseLink(game) {
  const ply = isLive(game) ? null : game.shown;
  return `/analyse${gameLink({ ...gameUntil(game, game.reached), ply })}`;
}

/** The wish for the same game again, from where it began. */
export function wishOfGame(game) {
  const { rules, size, clock } = game;
  const minutes = clock && { minutes: clock.seconds / 60, increment: clock.increment };
  const position = startText(size, game.position);
  const moves = myGame(game.id)?.begun ?? "";
  return { rules, size, position, moves, clock: minutes, ...playersOf(game) };
}

/** The wish for a game that goes on from the position that is shown. */
export function wishFromHere(game) {
  return { ...wishOfGame(game), ...gameUntil(game, game.shown), clock: null };
}
