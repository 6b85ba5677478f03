// Perfect play on small boards: the exact value of every move, and automatic play of the best line.

import { makeWalk, movesTo } from "../board/walk.js";
import { scrollMoves } from "../board/walk_board.js";
import { gameLink, readGameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { stepKeys } from "../core/steps.js";
import { makeStore } from "../core/store.js";
import { makePerfectValues } from "./perfect_values.js";
import { perfectView } from "./perfect_view.js";

const PAUSE = 900; // milliseconds before a perfect move is played automatically
const SIZES = [4, 6];

export function openPerfect(app) {
  const walk = makeWalk();
  const values = makePerfectValues(app.socket);
  const page = makeStore({ playing: false });
  let timer = null;

  const link = readGameLink(location.hash);
  const isSmall = SIZES.includes(link?.size);
  const first = { rules: link?.rules ?? "normal", size: isSmall ? link.size : 6, position: "" };
  begin({ ...first, moves: isSmall ? link.moves : "" }, isSmall ? (link.ply ?? Infinity) : 0);

  function begin(game, at = 0) {
    pause();
    walk.show(game, { at });
  }

  function follow() {
    app.redraw();
    queueMicrotask(scrollMoves);
    if (walk.node === null) return;
    const game = walk.gameHere;
    app.setAddress(`/study/perfect${gameLink({ ...walk.state.game, ply: walk.state.at })}`);
    if (walk.node.turn !== null && !values.error) values.look(game);
    if (page.state.playing) playOn();
  }

  // The next perfect move is played once its position has been shown and its value is known.
  function playOn() {
    const isUnknown =
      values.of(walk.gameHere)?.solved === false && values.searched(walk.gameHere)?.over;
    if (walk.node.turn === null || isUnknown) {
      page.change({ playing: false });
    } else if (timer === null && !walk.state.strolling && bestHere() !== null) {
      timer = setTimeout(() => {
        timer = null;
        if (page.state.playing) perfectMove();
      }, PAUSE);
    }
  }

  function bestHere() {
    const answer = values.of(walk.gameHere);
    const best = answer?.moves?.filter((one) => one.best).map((one) => one.move) ?? [];
    const following = walk.state.nodes[walk.state.at + 1]?.move;
    return best.includes(following) ? following : (answer?.line?.[0] ?? best[0] ?? null);
  }

  function perfectMove() {
    const move = bestHere();
    if (move !== null && !walk.state.strolling) walk.play(move);
  }

  function pause() {
    clearTimeout(timer);
    timer = null;
    if (page.state.playing) page.change({ playing: false });
  }

  function byHand(act) {
    return (...details) => {
      pause();
      act(...details);
    };
  }

  const acts = {
    play: byHand(walk.play),
    go: byHand(walk.go),
    perfectMove: byHand(perfectMove),
    toggle: () => (page.state.playing ? pause() : page.change({ playing: true })),
    again: () => begin({ ...(walk.state.game ?? first), moves: "" }),
    // The same position under the other rules.
    setRules: (rules) => begin({ ...walk.wanted, rules }, walk.state.at),
    setSize: (size) => begin({ ...walk.wanted, size, moves: "" }),
    retry: () => values.again(walk.gameHere),
    searchOn: () => values.searchOn(walk.gameHere),
    /** The loss of the move at a step, or null if unknown. */
    lossOf(step) {
      const { game, nodes } = walk.state;
      const before = values.of({ ...game, moves: movesTo(nodes, step - 1) });
      const played = before?.moves?.find(({ move }) => move === nodes[step].move);
      return played ? before.margin - played.margin : null;
    },
  };

  const ends = [walk.listen(follow), values.listen(follow), page.listen(follow)];
  return {
    title: t("Perfect play"),
    view: () => perfectView({ walk, values, acts, ...page.state }),
    keys: [
      { keys: [" "], words: t("play a perfect move"), run: acts.perfectMove },
      { keys: ["p"], words: t("play on by itself, or pause"), run: acts.toggle },
      { keys: ["r"], words: t("from the start again"), run: acts.again },
      ...stepKeys({
        place: () => ({ at: walk.state.at, last: walk.state.nodes.length - 1 }),
        go: acts.go,
      }),
    ],
    close() {
      for (const end of ends) end();
      clearTimeout(timer);
      walk.close();
      values.close();
    },
  };
}
