// Set phrases that two persons say to each other.

import { button } from "../core/choice.js";
import { h, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { settings } from "../core/settings.js";
import { colorName, otherColor } from "../core/words.js";
import { hasOtherPerson } from "./shown.js";

const WORDS = {
  hello: t("Hello!"),
  "good-luck": t("Good luck!"),
  "well-played": t("Well played!"),
  "one-moment": t("One moment, please."),
  back: t("I am back."),
  "good-game": t("Good game!"),
  thanks: t("Thank you!"),
  rematch: t("Rematch?"),
  goodbye: t("Goodbye!"),
};
const DURING = ["hello", "good-luck", "well-played", "one-moment", "back", "thanks"];
const AFTERWARDS = ["good-game", "well-played", "thanks", "rematch", "goodbye"];

// The number of shown phrases.
const MOST = 3;

/** Take a `said` message. */
export function saidCame(game, { color, phrase }) {
  if (!Object.hasOwn(WORDS, phrase)) return game; // of a newer server
  return { ...game, said: [...game.said, { color, phrase }].slice(-MOST) };
}

function isShown(game, color) {
  return settings.state.phrases || game.yours.includes(color);
}

/** Announce the last phrase of the other person. */
export function sayPhrase(game, old) {
  if (game.said === old.said) return;
  const last = game.said.at(-1);
  if (!last || game.yours.includes(last.color) || !isShown(game, last.color)) return;
  say(t("{name}: {phrase}", { name: nameOf(game, last.color), phrase: WORDS[last.phrase] }));
}

function nameOf({ names }, color) {
  return names[color] || colorName(color);
}

/** The phrases of the game, and those to choose from. */
export function phrasesPart(game, acts) {
  if (game.yours.length !== 1 || !hasOtherPerson(game)) return null;
  const other = otherColor(game.yours[0]);
  const isGone = game.away[other] !== null;
  const shown = game.said.filter(({ color }) => isShown(game, color));
  const { phrases } = settings.state;
  return h(
    "details",
    { class: "phrases", key: "phrases" },
    h(
      "summary",
      {},
      h("span", { key: "words" }, t("Say something")),
      shown.map(({ color, phrase }, place) =>
        h(
          "span",
          { key: place, class: "said" },
          h("span", { class: `chip ${color}` }),
          h("span", { class: "for-readers" }, `${color === other ? nameOf(game, other) : t("You")}: `),
          WORDS[phrase],
        ),
      ),
    ),
    h(
      "div",
      { class: "buttons" },
      (game.ending ? AFTERWARDS : DURING).map((phrase) =>
        button(WORDS[phrase], () => acts.say(phrase), { kind: "quiet phrase", disabled: isGone }),
      ),
      button(
        phrases ? t("Mute {name}", { name: nameOf(game, other) }) : t("Unmute {name}", { name: nameOf(game, other) }),
        () => settings.change({ phrases: !phrases }),
        { kind: "quiet phrase", pressed: !phrases },
      ),
    ),
  );
}
