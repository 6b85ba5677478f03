// The board after a move.

const UNIT = 48;
const EDGE = 24;

function boardDrawing(step) {
  const { discs, size, move } = step;
  const side = size * UNIT + 2 * EDGE;
  const end = side - EDGE;
  const board = drawn("svg", { viewBox: `0 0 ${side} ${side}`, class: "board", role: "img" });
  const count = (disc) => discs.filter((one) => one === disc).length;
  board.append(
    drawn("title", {}, `${count("X")} black and ${count("O")} white discs`),
    drawn("rect", { width: side, height: side, rx: 8, class: "frame" }),
    drawn("rect", { x: EDGE, y: EDGE, width: size * UNIT, height: size * UNIT, class: "felt" }),
  );
  let lines = "";
  for (let i = 0; i <= size; i++) {
    const at = EDGE + i * UNIT;
    lines += `M${EDGE} ${at}H${end}M${at} ${EDGE}V${end}`;
  }
  board.append(drawn("path", { d: lines, class: "rule" }));
  for (let i = 0; i < size; i++) {
    const middle = EDGE + i * UNIT + UNIT / 2;
    board.append(drawn("text", { x: middle, y: EDGE / 2, dy: "0.35em" }, "abcdefgh"[i]));
    board.append(drawn("text", { x: EDGE / 2, y: middle, dy: "0.35em" }, i + 1));
  }
  discs.forEach((disc, place) => {
    if (disc === "-") return;
    const at = {
      cx: EDGE + (place % size) * UNIT + UNIT / 2,
      cy: EDGE + Math.floor(place / size) * UNIT + UNIT / 2,
    };
    board.append(drawn("circle", { ...at, r: 20, class: colorOf(disc) }));
    if (move?.placed === place) board.append(drawn("circle", { ...at, r: 6, class: "last" }));
    if (move?.turned.includes(place))
      board.append(drawn("circle", { ...at, r: 16, class: "turned" }));
  });
  return board;
}
