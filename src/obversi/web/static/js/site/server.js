// The server of a site without a server: it answers the messages of docs/protocol.md in the page.

import { engineFor } from "../engine/device.js";
import { t } from "../core/language.js";
import { makeGames, Rejection } from "./games.js";
import { reviewGame } from "./review.js";

const BOUNDS = { line: 4096, rate: 1000, games: 20, seconds: 60 };
const REVIEW_SECONDS = 0.15;

/** Start the server: `send(message)` gets its messages. Return the function for messages of the page. */
export function serve(send) {
  const games = makeGames(send);
  const running = new Map(); // analyses and reviews by their ids: how to stop them

  const HANDLED = {
    hello({ name }, answer) {
      games.introduce(name);
      send({ type: "welcome", version: 1, server: "obversi", visitor: "page", agents: [], bounds: BOUNDS, person: null, ...answer });
    },
    ping: ({ number }, answer) => send({ type: "pong", number, ...answer }),
    games: (_, answer) => send({ type: "games", games: [], ...answer }),
    stop: ({ target }) => running.get(target)?.(),
    async analyse(message, answer) {
      const engine = await engineFor(message);
      const { answered, stop } = engine.analyse({ limit: { seconds: 1 }, top: 1, ...message }, (report) => {
        if (report.final || message.steps) send({ type: "analysis", ...report, ...answer });
      });
      running.set(message.id, stop);
      await answered.finally(() => running.delete(message.id));
    },
    async review(message, answer) {
      let isStopped = false;
      let stopSearch = () => {};
      running.set(message.id, () => {
        isStopped = true;
        stopSearch();
      });
      const limit = message.limit ?? { seconds: REVIEW_SECONDS };
      const analyse = async (position) => {
        let last = null;
        const engine = await engineFor(position);
        if (isStopped) return null;
        const { answered, stop } = engine.analyse({ ...position, limit, top: 1 }, (report) => (last = report));
        stopSearch = stop;
        await answered;
        return isStopped ? null : last;
      };
      const request = { rules: "normal", size: 8, position: "", moves: "", ...message };
      await reviewGame(request, analyse, (report) => send({ ...report, ...answer })).finally(() => running.delete(message.id));
    },
  };

  return async (message) => {
    const answer = message.id === undefined ? {} : { id: message.id };
    try {
      if (games.handles(message.type)) await games.handle(message, answer);
      else if (Object.hasOwn(HANDLED, message.type)) await HANDLED[message.type](message, answer);
      else throw new Rejection("refused", t("This needs a server: install Obversi for it."));
    } catch (error) {
      send({ type: "error", code: error.code ?? "refused", text: error.message, about: message.type, ...answer });
    }
  };
}
