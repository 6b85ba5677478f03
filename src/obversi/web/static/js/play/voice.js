// Announces the events of a game, for users who do not see the board.

import { say } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { colorName } from "../core/words.js";
import { SHORT, leftNow } from "./clocks.js";
import { sayPhrase } from "./phrases.js";
import { sayRematch } from "./rematch.js";
import { asSeen } from "./shown.js";
import { resultText } from "./words_of_game.js";

/** Announce the changes of a game. */
export function makeVoice() {
  let unsaid = []; // plies whose texts are not known yet
  let warned = null; // the ply at which the user was warned of the clock

  function sayShown(game, before) {
    const known = unsaid.filter((ply) => game.nodes[ply]?.text);
    if (known.length === 0) return;
    unsaid = unsaid.filter((ply) => !known.includes(ply));
    say(`${before}${known.map((ply) => game.nodes[ply].text).join(" ")}`);
  }

  function changed(game, old) {
    const same = old?.id === game.id;
    if (!same) unsaid = [];
    const isTakenBack = same && game.ply < old.ply;
    const isOther = !same || game.shown !== old.shown || isTakenBack;
    if (isOther) unsaid = [...unsaid.filter((ply) => ply < game.shown), game.shown];
    sayShown(game, isTakenBack ? `${t("Taken back.")} ` : "");
    if (isOver(game) && !(same && isOver(old))) say(resultText(game));
    if (same) {
      sayAway(game, old);
      sayRematch(game, old);
      sayPhrase(game, old);
    }
  }

  function sayAway(game, old) {
    for (const color of ["black", "white"]) {
      const isAway = game.away[color] !== null;
      if (isAway === (old.away[color] !== null) || game.ending) continue;
      const values = { color: colorName(color) };
      say(isAway ? t("{color} has left and may return.", values) : t("{color} is back.", values));
    }
  }

  return {
    /** Announce a change; `game` or `old` may be null. */
    announce(game, old) {
      if (game !== null && game !== old) changed(game, old);
    },
    /** Warn once a move that the time of a player here runs out. */
    watchClock(game) {
      const running = game?.clocks?.running;
      if (!running || !game.yours.includes(running) || warned === game.ply) return;
      if (leftNow(game.clocks)[running] >= SHORT) return;
      warned = game.ply;
      say(tn("Less than {n} second left.", "Less than {n} seconds left.", SHORT));
    },
  };
}

function isOver(game) {
  return asSeen(game).ending !== null;
}
