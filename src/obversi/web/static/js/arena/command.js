// A command to type into a terminal, with a button that copies it.

import { button } from "../core/choice.js";
import { h } from "../core/dom.js";
import { say } from "../core/live.js";

/** Show a command; where a browser lets no page copy, one click selects it. */
export function commandLine(command) {
  return h(
    "p",
    { class: "command" },
    h("code", {}, command),
    navigator.clipboard && button("Copy", () => copy(command), { label: "Copy the command" }),
  );
}

async function copy(command) {
  try {
    await navigator.clipboard.writeText(command);
    say("Copied.");
  } catch {
    say("This browser does not let pages copy: select the command and copy it.");
  }
}
