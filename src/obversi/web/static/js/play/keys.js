// The keys of the Play page.

import { TURN_KEY } from "../board/squares.js";
import { focusTypedMove } from "../board/typed_move.js";
import { t } from "../core/language.js";
import { stepKeys } from "../core/steps.js";
import { asSeen, hasOtherPerson, isWatched } from "./shown.js";

export function playKeys({ store, acts }) {
  /** Run something only while a game is shown; the key is the browser's otherwise. */
  const inGame = (run) => (event) => {
    const { phase, game } = store.state;
    if (phase !== "game" || !game) return false;
    return run(event);
  };
  const place = () => {
    const { game, phase } = store.state;
    return phase === "game" && game ? { at: game.shown, last: game.reached } : { at: 0, last: 0 };
  };

  function escape() {
    const { phase, game } = store.state;
    if (phase === "waiting") acts.cancelWaiting();
    else if (phase === "setup" && game) acts.backToGame();
    else if (phase === "game" && game?.stays) acts.live();
    else return false;
    return true;
  }

  return [
    ...stepKeys({ place, go: acts.look }),
    { keys: ["Backspace", "u"], words: t("undo"), run: inGame(acts.undo) },
    { keys: ["y"], words: t("redo"), run: inGame(acts.redo) },
    { keys: ["h"], words: t("hint: a good move and why"), run: inGame(acts.hint) },
    { keys: ["r"], words: t("resign"), run: inGame(acts.askResign) },
    { keys: ["p"], words: t("rematch with colours swapped (after a game)"), run: inGame(rematch) },
    { keys: ["n"], words: t("new game"), run: () => acts.askNew() },
    { keys: ["a"], words: t("analyse this game"), run: inGame(acts.analyse) },
    { keys: ["t", "m"], words: t("type a move"), run: inGame(focusTypedMove) },
    TURN_KEY,
    { keys: [" "], words: t("pause (while two agents play)"), run: inGame(pause) },
    { keys: ["Escape"], words: t("back to the game"), run: escape },
  ];

  function rematch() {
    const { game } = store.state;
    if (asSeen(game).ending === null) return false;
    if (!hasOtherPerson(game) || game.yours.length > 0) acts.rematch();
    return true;
  }

  function pause() {
    if (!isWatched(store.state.game)) return false;
    acts.pause();
    return true;
  }
}
