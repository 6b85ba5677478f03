// The board turned by half: as whoever sits opposite sees it.

import { say } from "../core/live.js";
import { settings } from "../core/settings.js";

/** The key that turns the board, for pages with one. */
export const TURN_KEY = { keys: ["f"], words: "turn the board", run: turn };

function turn() {
  const turned = !settings.state.turned;
  settings.change({ turned });
  say(turned ? "The board is turned: a1 is at the lower right." : "The board is as usual.");
}

/** Where a place of the board is seen, or the place that is seen there. */
export function seen(place, size) {
  return settings.state.turned ? size * size - 1 - place : place;
}
