// A game and its variations as an immutable tree: each change makes another tree. A place is the list of
// moves that lead to it from the root, passes too, and stays valid after changes elsewhere. This module
// does not know the rules: positions come from the server.

/** A tree of one line: its positions, the root first. */
export function makeTree([root, ...later]) {
  return withLine({ node: root, children: [] }, [], later);
}

/** The branch at a place: `node` is the position, `children` the next branches; null if there is none. */
export function branchAt(tree, path) {
  let branch = tree;
  for (const move of path) {
    branch = childBy(branch, move);
    if (!branch) return null;
  }
  return branch;
}

/** Add positions, one after another, after a place; existing ones stay. */
export function withLine(tree, path, nodes) {
  if (nodes.length === 0) return tree;
  return changedAt(tree, path, (branch) => {
    const [node, ...later] = nodes;
    const known = childBy(branch, node.move);
    const child = withLine(known ?? { node, children: [] }, [], later);
    if (known === child) return branch;
    return { ...branch, children: replacedOrLast(branch.children, child) };
  });
}

/** All lines of two trees of one root; those of the first come first. */
export function joined(tree, other) {
  return leaves(other).reduce((grown, path) => {
    const nodes = path.map((_, place) => branchAt(other, path.slice(0, place + 1)).node);
    return withLine(grown, [], nodes);
  }, tree);
}

/** Replace the notes on a place: {comment, name, marks, arrows}, or null. */
export function withNotes(tree, path, notes) {
  return changedAt(tree, path, (branch) => ({ ...branch, notes }));
}

/** Replace a position. */
export function withNode(tree, path, node) {
  return changedAt(tree, path, (branch) => ({ ...branch, node }));
}

/** Remove a place and everything after it from the tree. */
export function without(tree, path) {
  if (path.length === 0) return tree;
  return changedAt(tree, path.slice(0, -1), (branch) => ({
    ...branch,
    children: branch.children.filter(({ node }) => node.move !== path.at(-1)),
  }));
}

/** Put the variation of a place before all variations that preceded it. */
export function promoted(tree, path) {
  const fork = lastFork(tree, path, (children, place) => place > 0);
  if (fork === null) return tree;
  return changedAt(tree, path.slice(0, fork), (branch) => {
    const chosen = childBy(branch, path[fork]);
    return { ...branch, children: [chosen, ...branch.children.filter((one) => one !== chosen)] };
  });
}

/** Whether a place is in the main line. */
export function isMain(tree, path) {
  return lastFork(tree, path, (children, place) => place > 0) === null;
}

/** The path from a place to the end by the first variations. */
export function mainLine(tree, path = []) {
  const line = [...path];
  for (let branch = branchAt(tree, path); branch?.children.length; [branch] = branch.children) {
    line.push(branch.children[0].node.move);
  }
  return line;
}

/** The place in the variation before or after (`step` −1 or 1) that of a place. */
export function otherVariation(tree, path, step) {
  const fork = lastFork(tree, path, (children, place) => Boolean(children[place + step]));
  if (fork === null) return null;
  const { children } = branchAt(tree, path.slice(0, fork));
  const place = children.findIndex(({ node }) => node.move === path[fork]);
  return [...path.slice(0, fork), children[place + step].node.move];
}

/** The place after moves, with passes between and after them; null if the tree lacks one. */
export function along(tree, path, moves) {
  const line = [...path];
  let branch = branchAt(tree, path);
  const passBy = () => {
    for (let pass = branch && childBy(branch, "pass"); pass; pass = childBy(branch, "pass")) {
      line.push("pass");
      branch = pass;
    }
  };
  for (const move of moves) {
    passBy();
    if (move === "pass") continue;
    branch = branch && childBy(branch, move);
    if (!branch) return null;
    line.push(move);
  }
  passBy();
  return line;
}

/** The places at which the lines of a tree end. */
export function leaves(tree, path = []) {
  const { children } = branchAt(tree, path);
  if (children.length === 0) return [path];
  return children.flatMap(({ node }) => leaves(tree, [...path, node.move]));
}

/** Whether one place is on the way to another, or is that one. */
export function isOnWay(path, line) {
  return path.length <= line.length && path.every((move, place) => move === line[place]);
}

function childBy(branch, move) {
  return branch.children.find(({ node }) => node.move === move);
}

function replacedOrLast(children, child) {
  const place = children.findIndex(({ node }) => node.move === child.node.move);
  return place < 0 ? [...children, child] : children.with(place, child);
}

function changedAt(branch, path, change) {
  if (path.length === 0) return change(branch);
  const old = childBy(branch, path[0]);
  if (!old) return branch;
  const child = changedAt(old, path.slice(1), change);
  return child === old ? branch : { ...branch, children: replacedOrLast(branch.children, child) };
}

// The last place on a path where `fits(variations, number of the chosen one)`, or null.
function lastFork(tree, path, fits) {
  for (let ply = path.length - 1; ply >= 0; ply -= 1) {
    const children = branchAt(tree, path.slice(0, ply))?.children ?? [];
    if (fits(children, children.findIndex(({ node }) => node.move === path[ply]))) return ply;
  }
  return null;
}

// A tree as a text for an address: its lines in order, each as the number of moves that it shares with
// the previous one and its further moves: "f5d6c3d3.2f4e3". Passes are left out.

export const MOST_LINES = 60;
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

/** Read what `treeText` wrote: the moves of each line. Other texts are ignored. */
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
