// Ctrl+C copies the game, as long as nothing else is selected to be copied.

import { say } from "../core/live.js";
import { gameAt } from "./here.js";

export function makeCopying(store) {
  function onCopy(event) {
    const isElsewhere =
      event.target.closest?.("input, textarea, dialog") || !getSelection().isCollapsed;
    const { tree, line, editor } = store.state;
    if (isElsewhere || tree === null || editor) return;
    const { position, moves } = gameAt(store.state, line);
    const text = [position, moves].filter(Boolean).join(" ");
    if (!text) return;
    event.clipboardData.setData("text/plain", text);
    event.preventDefault();
    say("The moves are copied.");
  }

  document.addEventListener("copy", onCopy);
  return { close: () => document.removeEventListener("copy", onCopy) };
}
