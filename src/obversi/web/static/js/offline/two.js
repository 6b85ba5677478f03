// A game for two on one board, which works offline because it sends nothing.

import { makeWalk } from "../board/walk.js";
import { moveList, walkBoard } from "../board/walk_board.js";
import { button, choice } from "../core/choice.js";
import { h } from "../core/dom.js";
import { gameLink, movesText } from "../core/game_link.js";
import { t } from "../core/language.js";
import { keep, kept } from "../core/settings.js";
import { stepKeys } from "../core/steps.js";
import { RULES, SIZES } from "../core/words.js";

const PLACE = "obversi.two";

export function openTwo(app) {
  const walk = makeWalk();
  const ends = [walk.listen(app.redraw), walk.listen(remember)];
  walk.show(stored(), { at: Infinity });

  function remember({ game, nodes }) {
    if (game) keep(PLACE, { ...game, moves: movesText(nodes.slice(1).map(({ move }) => move)) });
  }

  function begin(change) {
    const { rules, size } = { ...walk.wanted, ...change };
    walk.show({ rules, size, position: "", moves: "" });
  }

  function view() {
    return h(
      "div",
      { class: "table", key: "table" },
      walkBoard(walk, { play: walk.play, restart: () => begin({}) }),
      h("div", { class: "side" }, panel()),
    );
  }

  function panel() {
    const { game, at } = walk.state;
    const { rules, size } = walk.wanted ?? stored();
    return h(
      "section",
      { class: "card", "aria-label": t("Game for two") },
      h("h1", {}, t("Two players, one board")),
      walk.node && h("p", {}, walk.node.text),
      h(
        "div",
        { class: "buttons" },
        button(t("Take back"), () => walk.go(at - 1), { disabled: at === 0 }),
        button(t("New game"), () => begin({}), { disabled: walk.state.nodes.length < 2 }),
        game && h("a", { class: "button", href: `/analyse${gameLink({ ...game, ply: at })}` }, t("Analyse")),
      ),
      choice({
        legend: t("Rules"),
        name: "rules",
        value: rules,
        options: Object.entries(RULES).map(([value, { name }]) => [value, name]),
        change: (value) => begin({ rules: value }),
      }),
      choice({
        legend: t("Board"),
        name: "size",
        value: size,
        options: SIZES.map((value) => [value, `${value}×${value}`]),
        change: (value) => begin({ size: value }),
      }),
      game && moveList(walk),
      h("p", { class: "soft small" }, t("Kept in this browser. It works without a connection.")),
    );
  }

  return {
    title: t("Game for two"),
    view,
    keys: stepKeys({ place: () => ({ at: walk.state.at, last: walk.state.nodes.length - 1 }), go: walk.go }),
    close() {
      for (const end of ends) end();
      walk.close();
    },
  };
}

function stored() {
  const { rules, size, moves } = kept(PLACE) ?? {};
  return {
    rules: Object.hasOwn(RULES, String(rules)) ? rules : "normal",
    size: SIZES.includes(size) ? size : 8,
    position: "",
    moves: typeof moves === "string" ? moves : "",
  };
}
