// The strips above and below the board: a player's colour, discs, name and clock.

import { h } from "../core/dom.js";
import { t, tn } from "../core/language.js";
import { colorName } from "../core/words.js";
import { clock } from "./clocks.js";
import { isDrawn } from "./new_game.js";
import { ratingMark } from "./ratings.js";
import { isFree, playersOf, shownNode } from "./shown.js";
import { whoSelect } from "./who.js";
import { agentName, awayNote, playerName } from "./words_of_game.js";

/** The strip of a colour in a game; `change(who)` changes the player. */
export function gameStrip({ game, color, agents, change }) {
  const node = shownNode(game);
  const isTurn = game.ending === null && node?.turn === color;
  const hasPassed = node?.move === "pass" && node.mover === color;
  const name = playerName(game, color, agents);
  const player =
    game.keeper && isFree(game)
      ? whoSelect({
          value: playersOf(game)[color],
          label: color === "black" ? t("Black is played by") : t("White is played by"),
          agents,
          people: false,
          change,
        })
      : [h("span", { class: "name", key: "name" }, name), ratingMark(game.ratings[color])];
  return strip({
    color,
    discs: node?.[color],
    isTurn,
    player,
    note: hasPassed ? t("no moves: pass") : game.away[color] && awayNote(game, color),
    isNoteUrgent: hasPassed || game.away[color] !== null,
    end: clock(game, color),
    won: game.ending?.winner === color,
  });
}

/** The strip of a colour before a game; `isSoon` is whether the first move begins it. */
export function setupStrip({ setup, color, node, agents, isSoon }) {
  const who = setup[color];
  const names = { me: t("You"), link: t("A friend"), anyone: t("Any player") };
  const words = isDrawn(setup) ? t("Drawn at the start") : (names[who] ?? agentName(who, agents));
  const player = h("span", { class: "name" }, words);
  return strip({ color, discs: node?.[color], isTurn: isSoon && node?.turn === color, player });
}

function strip({ color, discs, isTurn, player, note = null, isNoteUrgent = false, end = null, won = false }) {
  return h(
    "div",
    {
      key: color,
      class: isTurn ? "strip turn" : "strip",
      role: "group",
      "aria-label": colorName(color),
    },
    h("span", { class: `chip ${color}`, "aria-hidden": "true" }),
    h(
      "span",
      { class: "discs numbers", title: color === "black" ? t("Black's discs") : t("White's discs") },
      h("span", { "aria-hidden": "true" }, discs ?? ""),
      h("span", { class: "for-readers" }, discs === undefined ? "" : tn("{n} disc", "{n} discs", discs)),
    ),
    player,
    note && h("span", { key: "note", class: isNoteUrgent ? "note urgent" : "note" }, note),
    won && h("span", { key: "won", class: "note" }, `★ ${t("wins")}`),
    isTurn && !note && h("span", { key: "turn", class: "note" }, t("to move")),
    end,
  );
}
