// Openings: find one by its name, see the value of each move, and train it.

import { makeWalk } from "../board/walk.js";
import { makeAnswer } from "../core/answer.js";
import { get } from "../core/api.js";
import { gameLink, readGameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { stepKeys } from "../core/steps.js";
import { makeStore } from "../core/store.js";
import { makeExplorer } from "../explorer/explorer.js";
import { grouped } from "./opening_names.js";
import { openingsView } from "./openings_view.js";
import { storedCards } from "./training_cards.js";

const START = { rules: "normal", size: 8, moves: "", ply: 0 };

export function openOpenings(app) {
  const walk = makeWalk();
  const names = makeAnswer((signal) => get("/api/openings", { signal }));
  const explorer = makeExplorer();
  const page = makeStore({ query: "", pointed: null }); // the move under the pointer in the table
  const cards = storedCards();
  const link = readGameLink(location.hash) ?? START;
  names.ask();
  walk.show(game(link), { at: link.ply ?? Infinity });

  function game({ rules, size, moves }) {
    return { rules, size, position: "", moves };
  }

  function follow() {
    app.redraw();
    if (walk.node === null) return;
    app.setAddress(`/study/openings${gameLink({ ...walk.state.game, ply: walk.state.at })}`);
    explorer.look(walk.gameHere);
  }

  const acts = {
    search: (query) => page.change({ query }),
    async choose({ moves }) {
      const { rules } = walk.state.game ?? link;
      await walk.show(game({ rules, size: 8, moves }), { at: Infinity });
      document.querySelector(".stage")?.scrollIntoView({ block: "nearest" });
    },
    /** Show the first found opening, after its name was typed and Enter was pressed. */
    chooseFirst() {
      const [group] = grouped(names.state.answer?.openings ?? [], page.state.query);
      if (group) acts.choose(group.members[0]);
    },
    setRules: (rules) => walk.show({ ...walk.wanted, rules }, { at: walk.state.at }),
    setSize: (size) => walk.show({ ...walk.wanted, size, moves: "" }),
    again: () => walk.show(game({ ...(walk.state.game ?? link), moves: "" })),
    focusSearch: () => document.getElementById("opening-search")?.focus(),
    /** Show a move on the board, or none. */
    point(pointed) {
      if (page.state.pointed === pointed) return;
      page.change({ pointed });
      walk.remember({ hovered: pointed });
    },
    /** Play a line. */
    enter(path, moves) {
      const here = walk.gameHere;
      walk.show({ ...here, moves: here.moves + moves.join("") }, { at: walk.state.at, on: true });
    },
    lookAgain: () => explorer.again(walk.gameHere),
  };

  const redrawing = [names, explorer, page].map((store) => store.listen(app.redraw));
  const ends = [walk.listen(follow), ...redrawing];
  return {
    title: t("Openings"),
    view: () => openingsView({ walk, names, explorer, cards, acts, ...page.state }),
    keys: [
      ...stepKeys({
        place: () => ({ at: walk.state.at, last: walk.state.nodes.length - 1 }),
        go: walk.go,
      }),
      { keys: ["/"], words: t("look for a name"), run: acts.focusSearch },
      { keys: ["r"], words: t("from the start again"), run: acts.again },
    ],
    close() {
      for (const end of ends) end();
      walk.close();
      names.close();
      explorer.close();
    },
  };
}
