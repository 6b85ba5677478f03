// The server of a site without a server: it answers the messages of docs/protocol.md in the page.

import { engineFor } from "../engine/device.js";
import { t } from "../core/language.js";
import { makeGames, Rejection } from "./games.js";
import { reviewGame } from "./review.js";

const BOUNDS = { line: 4096, rate: 1000, games: 20, seconds: 60 };
const REVIEW_SECONDS = 0.15;

/** Start the server: `send(message)` gets its messages, `receive(message)` takes those of the page. */
export function serve(send) {
  const games = makeGames(send);
  const running = new Map(); // analyses and reviews by their ids: how to stop them

  /** A task that can be stopped before its search begins; `follow` is called with each search. */
  function stoppable(id) {
    let search = null;
    const task = {
      isStopped: false,
      follow(started) {
        search = started;
        if (task.isStopped) search.stop();
      },
    };
    running.set(id, () => {
      task.isStopped = true;
      search?.stop();
    });
    return task;
  }

  const HANDLED = {
    hello({ name }, answer) {
      games.introduce(name);
      send({ type: "welcome", version: 1, server: "obversi", visitor: "page", agents: [], bounds: BOUNDS, person: null, ...answer });
    },
    ping: ({ number }, answer) => send({ type: "pong", number, ...answer }),
    games: (_, answer) => send({ type: "games", games: [], ...answer }),
    stop: ({ target }) => running.get(target)?.(),
    async analyse(message, answer) {
      const task = stoppable(message.id);
      try {
        const engine = await engineFor(message);
        const search = engine.analyse({ limit: { seconds: 1 }, top: 1, ...message }, (report) => {
          if (report.final || message.steps) send({ type: "analysis", ...report, ...answer });
        });
        task.follow(search);
        await search.answered;
      } finally {
        running.delete(message.id);
      }
    },
    async review(message, answer) {
      const task = stoppable(message.id);
      const limit = message.limit ?? { seconds: REVIEW_SECONDS };
      const analyse = async (position) => {
        let last = null;
        const engine = await engineFor(position);
        if (task.isStopped) return null;
        const search = engine.analyse({ ...position, limit, top: 1 }, (report) => (last = report));
        task.follow(search);
        await search.answered;
        return task.isStopped ? null : last;
      };
      const request = { rules: "normal", size: 8, position: "", moves: "", ...message };
      await reviewGame(request, analyse, (report) => send({ ...report, ...answer })).finally(() => running.delete(message.id));
    },
  };

  async function receive(message) {
    const answer = message.id === undefined ? {} : { id: message.id };
    try {
      if (games.handles(message.type)) await games.handle(message, answer);
      else if (Object.hasOwn(HANDLED, message.type)) await HANDLED[message.type](message, answer);
      else throw new Rejection("refused", t("This needs a server: install Obversi for it."));
    } catch (error) {
      send({ type: "error", code: error.code ?? "refused", text: error.message, about: message.type, ...answer });
    }
  }

  function close() {
    games.close();
    for (const stop of running.values()) stop();
  }

  return { receive, close };
}
