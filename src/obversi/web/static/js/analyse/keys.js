// The keys of the page; while the board is edited there are others, in editor.js.

import { TURN_KEY } from "../board/turning.js";
import { stepKeys } from "../core/steps.js";

/** `parts` are what the page is made of. */
export function pageKeys({ store, game, engine, review, act }) {
  const jump = (grade) => (event) => review.jump(grade, event.shiftKey ? -1 : 1);
  const place = () => ({ at: store.state.ply, last: store.state.line.length });
  return [
    ...stepKeys({ place, go: game.seek }),
    { keys: ["ArrowUp"], words: "the variation before", run: () => game.switchVariation(-1) },
    { keys: ["ArrowDown"], words: "the next variation", run: () => game.switchVariation(1) },
    { keys: ["t"], words: "type a move", run: act.goToTyped },
    { keys: [" "], words: "play the best move", run: act.playBest },
    { keys: ["l"], words: "engine on or off", run: () => engine.turn(!store.state.engine.on) },
    { keys: ["v"], words: "values on the board", run: act.toggleValues },
    { keys: ["z"], words: "hide all that the computer says", run: act.toggleHidden },
    { keys: ["a"], words: "review the game", run: act.reviewGame },
    { keys: ["b"], words: "next blunder (with Shift: the one before)", run: jump("blunder") },
    { keys: ["m"], words: "next mistake (with Shift: the one before)", run: jump("mistake") },
    { keys: ["i"], words: "next inaccuracy (with Shift: the one before)", run: jump("inaccuracy") },
    { keys: ["s", "u"], words: "graph of margins or of discs lost", run: act.toggleGraph },
    { keys: ["x"], words: "judge by the other rules", run: () => void game.switchRules() },
    TURN_KEY,
    { keys: ["p"], words: "put this variation first", run: game.promote },
    { keys: ["Delete"], words: "delete this move and what follows", run: game.remove },
    { keys: ["n"], words: "new board", run: act.askNew },
    { keys: ["o"], words: "open or paste a game", run: act.openGame },
    { keys: ["c"], words: "copy and export", run: () => void act.exportGame() },
    { keys: ["e"], words: "edit the board", run: act.edit },
  ];
}
