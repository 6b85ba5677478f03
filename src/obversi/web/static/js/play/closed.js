// The page in place of an engine while the user plays with a clock against another person.

import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { makeMyGames, myGames } from "./my_games.js";
import { CLOSED, isClosedToAnalysis } from "./shown.js";

function runningGame() {
  return myGames().find((game) => !game.isWaiting && isClosedToAnalysis(game)) ?? null;
}

/** The closed page, or null if no such game runs; it opens the requested page once the game is over. */
export function closedPage(app) {
  const game = runningGame();
  if (game === null) return null;
  const mine = makeMyGames({
    socket: app.socket,
    changed: () => runningGame() === null && app.navigate(location.pathname + location.hash),
  });
  mine.check(() => null); // it may be over without a message to this browser
  return {
    title: t("Closed"),
    view: () =>
      h(
        "section",
        { class: "card closed", key: "closed" },
        h("h1", {}, t("Closed during your game")),
        h("p", {}, CLOSED),
        h("p", {}, h("a", { class: "button primary", href: `/play/${game.id}` }, t("Back to the game"))),
      ),
    close: mine.close,
  };
}
