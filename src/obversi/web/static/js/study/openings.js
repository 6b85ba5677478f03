// The names of openings: find one, step through it, and see what has a name from there on.

import { makeWalk } from "../board/walk.js";
import { makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { gameLink, readGameLink } from "../core/game_link.js";
import { stepKeys } from "../core/steps.js";
import { makeStore } from "../core/store.js";
import { grouped, openingsView } from "./openings_view.js";

export function openOpenings(app) {
  const walk = makeWalk();
  const names = makeAnswer((signal) => get("/api/openings", { signal }));
  const page = makeStore({ query: "" });
  const asked = readGameLink(location.hash) ?? { rules: "normal", moves: "", ply: 0 };
  names.ask();
  walk.show(game(asked.rules, asked.moves), { at: asked.ply ?? Infinity });

  function game(rules, moves) {
    return { rules, size: 8, position: "", moves };
  }

  function follow() {
    app.redraw();
    if (walk.node === null) return;
    app.setAddress(`/study/openings${gameLink({ ...walk.state.game, ply: walk.state.at })}`);
  }

  const acts = {
    search: (query) => page.change({ query }),
    async choose({ moves }) {
      await walk.show(game(walk.state.game?.rules ?? "normal", moves), { at: Infinity });
      document.querySelector(".stage")?.scrollIntoView({ block: "nearest" });
    },
    /** Show the first that was found, for who types its name and presses Enter. */
    chooseFirst() {
      const [group] = grouped(names.state.answer?.openings ?? [], page.state.query);
      if (group) acts.choose(group.members[0]);
    },
    setRules: (rules) => walk.show({ ...walk.state.game, rules }, { at: walk.state.at }),
    again: () => walk.show(game(walk.state.game?.rules ?? asked.rules, "")),
    focusSearch: () => document.getElementById("opening-search")?.focus(),
  };

  const ends = [walk.listen(follow), names.listen(app.redraw), page.listen(app.redraw)];
  return {
    title: "Openings",
    view: () => openingsView({ walk, names, acts, ...page.state }),
    keys: [
      ...stepKeys({
        place: () => ({ at: walk.state.at, last: walk.state.nodes.length - 1 }),
        go: walk.go,
      }),
      { keys: ["/"], words: "look for a name", run: acts.focusSearch },
      { keys: ["r"], words: "from the start again", run: acts.again },
    ],
    close() {
      for (const end of ends) end();
      walk.close();
      names.close();
    },
  };
}
