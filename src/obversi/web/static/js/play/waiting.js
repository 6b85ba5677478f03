// Waiting for an opponent: the link to send, and a way to cancel.

import { button, rulesBadge } from "../core/choice.js";
import { h } from "../core/dom.js";
import { t } from "../core/language.js";
import { clockWords, inMinutes } from "./clock_choice.js";

/** The panel of a game that waits; `copied` is whether the link was copied. */
export function waitingPanel({ waiting, isPrivate, copied, copy, cancel }) {
  const { game, rules, size, clock, rated } = waiting;
  const title = isPrivate ? t("Send this link") : t("Waiting for an opponent");
  const link = `${location.origin}/play/${game}`;
  return h(
    "section",
    { class: "card", key: "waiting", "aria-labelledby": "waiting-title" },
    h("h1", { id: "waiting-title", tabindex: -1 }, title),
    h("p", {}, rulesBadge(rules), ` ${size}×${size}, ${clockWords(inMinutes(clock))}${rated ? `, ${t("rated")}` : ""}`),
    h(
      "p",
      {},
      isPrivate
        ? t("The first person to open it plays against you. The game starts automatically.")
        : t("Your game is in the lobby. You can also send this link."),
    ),
    h(
      "div",
      { class: "link-row" },
      h("input", {
        id: "game-link",
        type: "text",
        readonly: true,
        "aria-label": t("Link to the game"),
        set: { value: link },
        on: { focus: (event) => event.currentTarget.select() },
      }),
      button(copied ? t("Copied ✓") : t("Copy"), () => copy(link), { kind: "primary" }),
    ),
    h("p", { class: "soft", role: "status" }, t("Waiting …")),
    h("div", { class: "buttons" }, button(t("Cancel"), cancel, { hint: "Escape" })),
  );
}

/** Copy a text; if the browser has no clipboard for pages, select the field with the text. */
export async function copyText(text, fieldId) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    /** @type {HTMLInputElement | null} */ (document.getElementById(fieldId))?.select();
    return document.execCommand("copy");
  }
}
