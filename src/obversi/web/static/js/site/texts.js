// Texts of games on a site without a server: moves, board texts and GGF. The other formats need the
// server.

import { RequestError } from "../core/api.js";
import { t } from "../core/language.js";
import { localLine } from "../offline/line.js";

const NEEDS_SERVER = 501;

/** The games of a text, as `/api/read` returns them. */
export function readText({ text, rules = "normal", size = 8 }) {
  const given = text.trim();
  const games = given.startsWith("(;") ? ggfGames(given) : [boardGame(given, rules) ?? movesGame(given, rules, size)];
  const problems = [];
  const read = games.filter(Boolean).map((game) => {
    try {
      localLine(game);
      return game;
    } catch (error) {
      problems.push({ text: error.message, place: "" });
      return null;
    }
  });
  const found = read.filter(Boolean);
  if (found.length === 0 && problems.length === 0) {
    problems.push({ text: t("This site reads moves, board texts and GGF: install Obversi for other formats."), place: "" });
  }
  return { format: "", games: found, problems, left_out: 0 };
}

const NOTHING = { position: "", moves: "", black: "", white: "", result: null, lines: [], study: null };

function boardGame(text, rules) {
  const cells = text.replace(/\s+/g, "").replace(/[.*_]/g, "-").replace(/[xb]/gi, "X").replace(/[ow]/gi, "O");
  const size = Math.sqrt(cells.length - 1);
  if (!/^[-XO]+[XO]$/.test(cells) || ![4, 6, 8].includes(size)) return null;
  return { ...NOTHING, rules, size, position: `${cells.slice(0, -1)} ${cells.at(-1)}` };
}

function movesGame(text, rules, size) {
  const moves = text.toLowerCase().replace(/\b\d+\s*\./g, "").replace(/[\s,;-]+/g, "");
  if (!/^([a-h][1-8]|pass|p[as]|--)+$/.test(moves)) return null;
  return { ...NOTHING, rules, size, moves };
}

function ggfGames(text) {
  return text.split(";)").flatMap((part) => {
    const tag = (name) => new RegExp(`\\b${name}\\[([^\\]]*)\\]`).exec(part)?.[1] ?? "";
    const [, side, cells = ""] = /^(\d+)\s+([-*O\s]+)$/.exec(tag("BO")) ?? [];
    if (!side) return [];
    const compact = cells.replace(/\s+/g, "").replace(/\*/g, "X");
    const size = Number(side);
    const moves = [...part.matchAll(/\b[BW]\[([A-Ha-h][1-8]|PA(?:SS)?)/g)].map(([, move]) => move.toLowerCase());
    const rules = /a|r/i.test(tag("TY").replace(/^\d+/, "")) ? "reversed" : "normal";
    const position = `${compact.slice(0, -1)} ${compact.at(-1)}`;
    const isUsual = position === localLine({ rules, size, position: "", moves: "" }).position;
    return [{ ...NOTHING, rules, size, position: isUsual ? "" : position, moves: moves.filter((move) => !move.startsWith("pa")).join(""), black: tag("PB"), white: tag("PW") }];
  });
}

/**
 * A game as text, as `/api/write` returns it.
 * @param {any} request
 */
export function writtenText({ format, ply = null, ...game }) {
  const { nodes, position } = localLine(game);
  const node = nodes[ply ?? nodes.length - 1];
  const file = (ending) => ({ file_name: `game.${ending}`, media_type: "text/plain" });
  if (format === "transcript") return { text: `${played(nodes).join("")}\n`, ...file("txt") };
  if (format === "board") return { text: `${node.board} ${node.turn === "white" ? "O" : "X"}\n`, ...file("board") };
  if (format === "ggf") return { text: `${ggf(game, nodes, position)}\n`, ...file("ggf") };
  throw new RequestError(t("This needs a server: install Obversi for it."), NEEDS_SERVER);
}

function played(nodes) {
  return nodes.slice(1).flatMap(({ move }) => (move === "pass" ? [] : [move]));
}

function ggf({ size, rules, black = "", white = "" }, nodes, position) {
  const clean = (name) => name.replace(/[[\]]/g, "");
  const [cells, mover] = position.replace(/X/g, "*").split(" ");
  const moves = nodes.slice(1).map(({ move, mover: color }) => `${color === "black" ? "B" : "W"}[${move === "pass" ? "PA" : move.toUpperCase()}]`);
  const names = `PB[${clean(black)}]PW[${clean(white)}]`;
  return `(;GM[Othello]${names}TY[${size}${rules === "reversed" ? "a" : ""}]BO[${size} ${cells} ${mover}]${moves.join("")};)`;
}
