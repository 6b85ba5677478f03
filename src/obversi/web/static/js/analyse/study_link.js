// A study in an address: compressed after "#", which is never sent to a server. So a site without a server
// can share studies. A link may come from anywhere, so its content is checked.

import { RULES, SIZES } from "../core/words.js";
import { COLORS, LONGEST_COMMENT, LONGEST_NAME, LONGEST_TITLE, SHAPES } from "./notes.js";

const START = "#study=";

/** Longer links are cut by some programs. */
export const LONG_LINK = 8000;

const MOST_BYTES = 16 << 20; // of a study; a short link may claim to hold far more

/** The end of an address with a study. */
export async function studyLink(study) {
  const bytes = await passed(new TextEncoder().encode(JSON.stringify(study)), new CompressionStream("deflate"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return START + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Whether the end of an address is meant as a study. */
export function isStudyLink(hash) {
  return hash.startsWith(START);
}

/** The study that `studyLink` wrote, or null if it cannot be shown. */
export async function readStudyLink(hash) {
  try {
    const letters = atob(hash.slice(START.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const study = JSON.parse(new TextDecoder().decode(await passed(bytes, new DecompressionStream("deflate"))));
    return isStudy(study) ? study : null;
  } catch {
    return null;
  }
}

async function passed(bytes, through) {
  let length = 0;
  const limit = new TransformStream({
    transform(chunk, controller) {
      length += chunk.length;
      if (length > MOST_BYTES) throw new RangeError("too long");
      controller.enqueue(chunk);
    },
  });
  const stream = new Blob([bytes]).stream().pipeThrough(through).pipeThrough(limit);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function isStudy({ rules, size, position, title, black, white, nodes }) {
  const isGame = Object.hasOwn(RULES, rules) && SIZES.includes(size) && isText(position);
  return isGame && isText(title, LONGEST_TITLE) && [black, white].every((name) => isText(name)) && nodes.every((node, at) => isNode(node, at, size));
}

function isNode({ parent, move, comment, name, marks = [], arrows = [] }, at, size) {
  const isPlace = at === 0 || (Number.isInteger(parent) && parent >= 0 && parent < at && isText(move) && move);
  return (
    isPlace &&
    isText(comment, LONGEST_COMMENT) &&
    isText(name) &&
    marks.every((mark) => isSquare(mark.square, size) && SHAPES.includes(mark.shape) && COLORS.includes(mark.color) && isText(mark.text)) &&
    arrows.every(({ start, end, color }) => isSquare(start, size) && isSquare(end, size) && COLORS.includes(color))
  );
}

function isText(text, longest = LONGEST_NAME) {
  return text === undefined || (typeof text === "string" && text.length <= longest);
}

function isSquare(square, size) {
  const [column, row, ...rest] = square;
  return rest.length === 0 && "abcdefgh".slice(0, size).includes(column) && Number(row) >= 1 && Number(row) <= size;
}
