// The page of the person's games, which the server stores for the owner of the key.

import { agentsFor } from "../play/starts.js";
import { person, readKey } from "../core/person.js";
import { t } from "../core/language.js";
import { makeReviewing } from "./reviewing.js";
import { makeState } from "./state.js";
import { myGamesView } from "./view.js";

export function open(app) {
  const state = makeState(app.redraw);
  const reviewing = makeReviewing({
    socket: app.socket,
    redraw: app.redraw,
    changed() {
      state.games.ask();
      state.results.ask();
    },
  });
  let agents = [];
  agentsFor({ rules: "normal", size: 8 })
    .then((found) => {
      agents = found;
      app.redraw();
    })
    .catch(() => {}); // their descriptions are shown instead
  const linked = readKey(new URLSearchParams(location.hash.slice(1)).get("key") ?? "");
  if (linked) {
    // The key must not stay in the address, which other people may see.
    app.setAddress("/games");
    // The link may be from a stranger who wants to see the games, so the page asks first.
    if (linked !== person.state.key) state.store.change({ asking: { kind: "linked", key: linked } });
  }

  return {
    title: t("My games"),
    view: () => myGamesView({ state, reviewing, agents }),
    close() {
      state.close();
      reviewing.close();
    },
  };
}
