// The image of a position: src/obversi/svg.py draws the same.

import { positionText } from "../../core/position_text.js";

const UNIT = 48; // the width of a square
const MARGIN = 24;
const COLORS = { felt: "#2f7d5b", line: "#1d5a40", frame: "#24302a", ink: "#e8efe9" };
const DISCS = { X: ["#1b1d1c", "#000000"], O: ["#f7f6f0", "#8b8d86"] };

/** Draw discs, small dots on legal squares, and a dot on the last move. */
export function boardSvg(node, { size, rules }, { squareSize = UNIT, title = positionText(node, rules) } = {}) {
  const side = size * UNIT + 2 * MARGIN;
  const pixels = Math.round((side * squareSize) / UNIT);
  const centre = (place) => [place % size, Math.floor(place / size)].map((at) => MARGIN + at * UNIT + UNIT / 2);
  const placeOf = (square) => (Number(square[1]) - 1) * size + "abcdefgh".indexOf(square[0]);
  const circle = (place, radius, look) => {
    const [x, y] = centre(place);
    return `<circle cx="${x}" cy="${y}" r="${radius}" ${look}/>`;
  };
  const discs = [...node.board].flatMap((cell, place) => {
    if (cell === "-") return [];
    const [fill, edge] = DISCS[cell];
    return [circle(place, 20, `fill="${fill}" stroke="${edge}"`)];
  });
  const hasLast = node.move !== null && node.move !== "pass";
  const lastColor = hasLast && node.board[placeOf(node.move)] === "X" ? "#f2b134" : "#c2410c";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" width="${pixels}" height="${pixels}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${side}" height="${side}" rx="8" fill="${COLORS.frame}"/>`,
    ...felt(size),
    ...coordinates(size),
    ...discs,
    ...node.legal.map(({ move }) => circle(placeOf(move), 5, `fill="${COLORS.ink}" fill-opacity="0.55"`)),
    ...(hasLast ? [circle(placeOf(node.move), 6, `fill="${lastColor}"`)] : []),
    "</svg>",
  ].join("\n");
}

function felt(size) {
  const end = MARGIN + size * UNIT;
  const at = Array.from({ length: size + 1 }, (_, line) => MARGIN + line * UNIT);
  const path = at.map((each) => `M${MARGIN} ${each}H${end}M${each} ${MARGIN}V${end}`).join("");
  const dots = size > 4 ? [at[2], at.at(-3)] : []; // the four dots on the board
  return [
    `<rect x="${MARGIN}" y="${MARGIN}" width="${size * UNIT}" height="${size * UNIT}" fill="${COLORS.felt}"/>`,
    `<path d="${path}" stroke="${COLORS.line}" stroke-width="1.5" fill="none"/>`,
    ...dots.flatMap((x) => dots.map((y) => `<circle cx="${x}" cy="${y}" r="3" fill="${COLORS.line}"/>`)),
  ];
}

function coordinates(size) {
  const texts = Array.from({ length: size }, (_, place) => {
    const middle = MARGIN + place * UNIT + UNIT / 2;
    const text = (x, y, words) => `<text x="${x}" y="${y}" dy="0.35em">${words}</text>`;
    return [text(middle, MARGIN / 2, "abcdefgh"[place]), text(MARGIN / 2, middle, place + 1)];
  });
  return [`<g fill="${COLORS.ink}" font-family="sans-serif" font-size="13" text-anchor="middle">`, ...texts.flat(), "</g>"];
}

function escaped(text) {
  return text.replace(/[&<>]/g, (letter) => `&#${letter.codePointAt(0)};`);
}
