// A tree as a text for an address: its lines in order, each as the number of moves that it has in
// common with the one before and the moves that follow: "f5d6c3d3.2f4e3". Passes are left out.

import { leaves } from "./tree.js";

const MOST_LINES = 60;
const LINE = /^(\d*)((?:[a-h][1-8])+)$/;

/** Write all lines of a tree; nothing if there is only one. */
export function treeText(tree) {
  const lines = leaves(tree).map((path) => path.filter((move) => move !== "pass"));
  if (lines.length < 2) return "";
  return lines.slice(0, MOST_LINES).map((line, place) => lineText(line, lines[place - 1])).join(".");
}

function lineText(line, before = []) {
  const differs = line.findIndex((move, place) => move !== before[place]);
  const common = differs < 0 ? line.length : differs;
  return `${common || ""}${line.slice(common).join("")}`;
}

/** Read what `treeText` wrote: the moves of each line. What is no line is left out. */
export function readTreeText(text) {
  const lines = [];
  for (const part of text.split(".").slice(0, MOST_LINES)) {
    const found = LINE.exec(part);
    if (!found) continue;
    const before = lines.at(-1) ?? "";
    lines.push(before.slice(0, 2 * Number(found[1])) + found[2]);
  }
  return lines;
}
