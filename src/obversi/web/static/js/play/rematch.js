// Rematches after a game between two persons: the requests and the actions.

import { button } from "../core/choice.js";
import { h, say } from "../core/dom.js";
import { t } from "../core/language.js";
import { colorName, otherColor } from "../core/words.js";
import { hasOtherPerson } from "./shown.js";

/** The initial state of a rematch: the players who have requested it, who has declined, and the next game. */
export const NO_REMATCH = Object.freeze({ requestedBy: [], declined: null, next: null });

/** Take a `rematch` message. */
export function rematchCame(game, { news, color, next }) {
  if (news === "begun") return { ...game, rematch: { ...NO_REMATCH, next } };
  if (news === "declined") return { ...game, rematch: { ...NO_REMATCH, declined: color } };
  const requestedBy = [...game.rematch.requestedBy.filter((one) => one !== color), color];
  return { ...game, rematch: { ...NO_REMATCH, requestedBy } };
}

/** Whether the user has played this game against another person who is still present. */
export function canAsk(game) {
  if (game.ending === null || game.yours.length !== 1 || !hasOtherPerson(game)) return false;
  return game.away[otherColor(game.yours[0])] === null;
}

/** The text about a rematch, or "". */
export function rematchText(game) {
  const { requestedBy, declined, next } = game.rematch;
  const [own] = game.yours;
  if (next !== null) return own ? "" : t("A rematch has started.");
  if (!own) return "";
  const other = otherColor(own);
  const name = game.names[other] || colorName(other);
  if (game.away[other] !== null) return t("{name} has left.", { name });
  if (requestedBy.includes(other)) return t("{name} offers a rematch.", { name });
  if (requestedBy.includes(own)) return t("Rematch offered. Waiting for {name} …", { name });
  return declined === other ? t("{name} declined the rematch.", { name }) : "";
}

/** Announce a change. */
export function sayRematch(game, old) {
  if (game.ending === null || old.ending === null || !hasOtherPerson(game)) return;
  const text = rematchText(game);
  if (text && text !== rematchText(old)) say(text);
}

/** The line with the text about a rematch. */
export function rematchLine(game) {
  const text = rematchText(game);
  return text && h("p", { class: "pass-banner", key: "rematch" }, text);
}

/** The buttons for a rematch with another person. */
export function rematchButtons(game, acts) {
  const { requestedBy, next } = game.rematch;
  const [own] = game.yours;
  if (!own) return next && button(t("Watch"), () => acts.goTo(next), primary(t("Watch the next game")));
  if (!canAsk(game)) return button(t("Rematch"), acts.againSwapped, primary(t("Rematch with a new link")));
  if (requestedBy.includes(otherColor(own))) {
    return [
      button(t("Accept"), acts.rematch, primary(t("Accept the rematch"))),
      button(t("Decline"), acts.declineRematch, { label: t("Decline the rematch") }),
    ];
  }
  if (requestedBy.includes(own)) {
    return button(t("Cancel rematch"), acts.declineRematch, { label: t("Cancel the rematch offer") });
  }
  return button(t("Rematch"), acts.rematch, {
    ...primary(t("Rematch with colours swapped")),
    hint: "P",
  });
}

function primary(label) {
  return { kind: "primary", label };
}
