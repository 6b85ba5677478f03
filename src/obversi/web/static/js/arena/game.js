// One game of a tournament, to step through.

import { makeWalk } from "../board/walk.js";
import { scrollMoves, walkBoard } from "../board/walk_board.js";
import { answered, makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { makeAutoplay } from "../core/autoplay.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { stepKeys } from "../core/steps.js";
import { gameSide } from "./game_side.js";
import { named } from "./state.js";

export function openGame(app, number, game) {
  const path = `/api/arena/${encodeURIComponent(number)}/games/${encodeURIComponent(game)}`;
  const record = makeAnswer((signal) =>
    named(get(path, { signal }), t("Not found: game {game} of tournament {number}.", { game, number })),
  );
  const around = makeAnswer((signal) => neighbours(number, game, signal));
  const walk = makeWalk();
  const place = () => ({ at: walk.state.at, last: walk.state.nodes.length - 1 });
  const autoplay = makeAutoplay({ place, go: walk.go, redraw: app.redraw });
  const link = /^#ply=(\d+)$/.exec(location.hash);

  function follow() {
    app.redraw();
    const { answer } = record.state;
    if (answer && walk.state.game === null && walk.state.error === null) {
      const { rules, size, position, moves } = answer;
      walk.show({ rules, size, position, moves }, { at: Number(link?.[1] ?? 0) });
    }
  }

  function step() {
    app.redraw();
    queueMicrotask(scrollMoves);
  }

  // One of `before` and `after`, if there is one.
  function goTo(where) {
    const found = around.state.answer?.[where];
    if (found) app.navigate(`/arena/${number}/games/${found}`);
  }

  const ends = [record.listen(follow), around.listen(app.redraw), walk.listen(step)];
  record.ask();
  around.ask();
  return {
    get title() {
      const { answer } = record.state;
      return answer ? t("Game {game}, {tournament}", { game, tournament: answer.tournament_title }) : t("Game {game}", { game });
    },
    view: () => [
      answered(record, t("Loading the game …"), (answer) =>
        h(
          "div",
          { class: "table", key: "table" },
          walkBoard(walk, { autoplay }),
          walk.node &&
            gameSide({ record: answer, walk, number, game, around: around.state.answer ?? {} }),
        ),
      ),
    ],
    keys: [
      ...stepKeys({ place, go: walk.go }),
      { keys: ["w"], words: t("play the moves by themselves"), run: autoplay.turn },
      { keys: ["p"], words: t("previous game"), run: () => goTo("before") },
      { keys: ["n"], words: t("next game"), run: () => goTo("after") },
    ],
    close() {
      for (const end of ends) end();
      record.close();
      around.close();
      walk.close();
      autoplay.close();
    },
  };
}

// The numbers of the games next to one: there need not be one of every number yet.
async function neighbours(number, game, signal) {
  const place = `/api/arena/${encodeURIComponent(number)}/games?most=1`;
  const [before, after] = await Promise.all(
    [`before=${encodeURIComponent(game)}&newest=true`, `after=${encodeURIComponent(game)}`].map(
      async (which) => (await get(`${place}&${which}`, { signal })).games[0]?.number ?? null,
    ),
  );
  return { before, after };
}
