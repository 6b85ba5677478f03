// The keyboard: the current action of each key, and the list of them under "?".

import { t } from "./language.js";
import { settings } from "./settings.js";

let own = []; // the keys of the open page
let everywhere = [];

/**
 * Set the keys of a page: each is {keys: ["ArrowLeft", "k"], words: "one move back", run}; `run`
 * gets the event and may return false to leave the key to the browser.
 */
export function setPageKeys(keys) {
  own = keys;
}

export function setEverywhereKeys(keys) {
  everywhere = keys;
}

export function allKeys() {
  return [...own, ...everywhere];
}

const NAMES = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": t("Space"),
  Space: t("Space"),
  Enter: t("Enter"),
  Escape: t("Escape"),
  Backspace: t("Backspace"),
  Delete: t("Delete"),
  Home: t("Home"),
  End: t("End"),
  Ctrl: t("Ctrl"),
};

/** The name of a key or of a combination such as Ctrl+Z. */
export function keyName(key) {
  if (key.length > 1 && key.includes("+")) return key.split("+").map(keyName).join("+");
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

function isTyping(target) {
  return target.closest?.("input:not([type=checkbox]):not([type=radio]), textarea, select") !== null;
}

// Arrows, Enter and Space belong to the focused element, if it has a use for them.
function isTaken(event) {
  if (event.target.closest?.("[role=grid]")) {
    return /^Arrow|^(Home|End|Enter| )$/.test(event.key);
  }
  if (event.target.closest?.("[role=tab], [role=slider]") && /^(Arrow|Home|End|Page)/.test(event.key)) {
    return true;
  }
  if (event.target.closest?.("button, a, summary")) return /^(Enter| )$/.test(event.key);
  return event.target.closest?.("input[type=radio]") && /^Arrow/.test(event.key);
}

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]") || isTyping(event.target) || isTaken(event)) return;
  if (event.key.length === 1 && event.key !== " " && event.key !== "?" && !settings.state.shortcuts) {
    return;
  }
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = allKeys().find(({ keys }) => keys.includes(pressed));
  if (found && found.run(event) !== false) event.preventDefault();
});
