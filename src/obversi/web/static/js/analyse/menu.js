// The actions for the whole game.

import { button, choice } from "../core/choice.js";
import { dialog } from "../core/dialog.js";
import { h } from "../core/dom.js";
import { gameLink } from "../core/game_link.js";
import { t } from "../core/language.js";
import { RULES, SIZES } from "../core/words.js";
import { gameAt, pathOf } from "./here.js";

/** The actions, as buttons. */
export function menu({ state, act }) {
  return h(
    "div",
    { class: "buttons menu", role: "group", "aria-label": t("Game") },
    button(t("New"), act.askNew, { hint: "N" }),
    button(t("Open"), act.openGame, { hint: "O" }),
    button(t("Export"), act.exportGame, { hint: "C" }),
    button(t("Edit"), act.edit, { hint: "E", label: t("Edit the board") }),
    h("a", { class: "button", href: playAddress(state) }, t("Play from here")),
  );
}

function playAddress(state) {
  return `/play${gameLink(gameAt(state, pathOf(state)))}`;
}

/** The dialog for a new board of a size. */
export function newDialog({ setup, change, begin, close }) {
  const { rules, size } = setup;
  return dialog(
    { title: t("New board"), close, key: "new" },
    choice({
      legend: t("Board"),
      name: "new-size",
      value: size,
      options: SIZES.map((each) => [each, `${each}×${each}`]),
      change: (value) => change({ size: value }),
    }),
    choice({
      legend: t("Rules"),
      name: "new-rules",
      value: rules,
      options: Object.entries(RULES).map(([name, words]) => [name, `${words.name}: ${words.goal}`]),
      change: (value) => change({ rules: value }),
    }),
    button(t("Begin"), begin, { kind: "primary" }),
  );
}
