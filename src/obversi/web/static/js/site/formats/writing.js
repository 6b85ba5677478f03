// Writes games and positions as texts: src/obversi/web/api/games.py has the same formats.

import { t } from "../../core/language.js";
import { RequestError } from "../../core/api.js";
import { localLine } from "../../offline/line.js";
import { makeTree, treeOfStudy } from "../study_tree.js";
import { ggfText } from "./ggf.js";
import { startOf } from "./record.js";
import { sgfText } from "./sgf.js";
import { boardSvg } from "./svg.js";

const ENDINGS = { transcript: "txt", board: "txt", ggf: "ggf", obf: "obf", json: "json", sgf: "sgf", svg: "svg" };
const MEDIA_TYPES = { json: "application/json", svg: "image/svg+xml" };
const TREE_WRITERS = { ggf: ggfText, sgf: sgfText };

/**
 * A game, or the position after one of its plies, as `/api/write` returns it.
 * @param {any} request
 */
export function writtenText({ format, ply = null, study = null, ...game }) {
  const file = { media_type: MEDIA_TYPES[format] ?? "text/plain" };
  const named = (stem) => ({ ...file, file_name: `${stem}.${ENDINGS[format]}` });
  if (TREE_WRITERS[format]) {
    const tree = study ? treeOfStudy(study) : treeOfGame(game);
    const about = study ?? game;
    return { text: TREE_WRITERS[format](tree, about), ...named(stemOf(about)), warnings: lossesOf(tree, format) };
  }
  const { nodes } = localLine(game);
  if (format === "transcript") return { text: movesText(game, nodes), ...named(stemOf(game)), warnings: [] };
  if (format === "json") return { text: JSON.stringify(objectOf(game, nodes)), ...named(stemOf(game)), warnings: [] };
  const at = ply ?? nodes.length - 1;
  const node = nodes[at];
  if (!node) throw new RequestError(t("The game has no move {n}.", { n: at }), 400, "ply");
  return { text: POSITION_WRITERS[format](node, game), ...named(`obversi-position-${at}`), warnings: [] };
}

const positionText = ({ board, turn, mover }) => {
  // At the end neither side is to move: take the side after the last mover.
  const isBlack = turn === null ? mover === "white" : turn === "black";
  return `${board} ${isBlack ? "X" : "O"}`;
};

const POSITION_WRITERS = {
  board: (node, { rules }) => positionText(node) + (rules === "reversed" ? " reversed" : ""),
  obf: (node) => `${positionText(node)};`,
  svg: boardSvg,
};

function treeOfGame(game) {
  const tree = makeTree(game);
  let at = 0;
  for (const { move } of localLine(game).nodes.slice(1)) at = tree.child(at, move);
  return tree;
}

function played(nodes) {
  return nodes.slice(1).flatMap(({ move }) => (move === "pass" ? [] : [move]));
}

// The moves, after the board if that is not the usual one. A pass is written at the end only.
function movesText(game, nodes) {
  const { start, isUsual } = startOf(game);
  const moves = played(nodes).join("") + (nodes.at(-1).move === "pass" ? "pass" : "");
  if (isUsual) return moves;
  return [start, ...(game.rules === "reversed" ? ["reversed"] : []), moves].join(" ").trim();
}

function objectOf(game, nodes) {
  const { rules, size, black = "", white = "" } = game;
  const { end, black: blackDiscs, white: whiteDiscs } = nodes.at(-1);
  return {
    ...{ start: startOf(game).start, rules, size, moves: nodes.slice(1).map(({ move }) => move) },
    ...{ players: { black, white }, result: null },
    outcome: end && { winner: end.winner, margin: end.margin, black: blackDiscs, white: whiteDiscs },
  };
}

// The losses of a format in the notes.
function lossesOf(tree, format) {
  const notes = tree.nodes.map((node) => node.notes);
  const isColored = notes.some(({ marks, arrows }) => [...marks, ...arrows].some(({ color }) => color !== "green"));
  const texts = notes.flatMap(({ comment, name, marks }) => [comment, name, ...marks.map(({ text }) => text)]);
  const isBracketed = format === "ggf" && texts.some((text) => text.includes("]") || text.includes("(;"));
  return [
    ...(isColored ? [t("the colours of marks and arrows are lost")] : []),
    ...(isBracketed ? [t("] and (; become ) and ( ;")] : []),
  ];
}

// A file name for a game, in ASCII.
function stemOf({ black = "", white = "" }) {
  const names = [black, white].map((name) => name.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, ""));
  return names.filter(Boolean).join("-") || "obversi-game";
}
