// What the agents expected in a game.

// Draws the margins that each of them expected after its moves, all seen by black.
function valuesDrawing(steps, ply) {
  const told = steps
    .filter((step) => step.move?.value != null)
    .map((step) => Math.abs(step.move.value));
  if (told.length < 2) return null;
  const most = Math.max(4, ...told);
  const [width, height, last] = [360, 84, steps.length - 1];
  const x = (at) => ((at / last) * width).toFixed(1);
  const y = (value) => (height / 2 - (value / most) * (height / 2 - 4)).toFixed(1);
  const diagram = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "values", role: "img" });
  diagram.append(
    drawn("title", {}, "margins that the agents expected, seen by black"),
    drawn("line", { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: "base" }),
    drawn("line", { x1: x(ply), x2: x(ply), y1: 0, y2: height, class: "now" }),
  );
  for (const mover of ["X", "O"]) {
    const points = steps
      .map((step, at) => [at, step.move])
      .filter(([, move]) => move?.mover === mover && move.value != null)
      .map(([at, move]) => `${x(at)},${y(mover === "X" ? move.value : -move.value)}`);
    diagram.append(drawn("polyline", { points: points.join(" "), class: `of-${colorOf(mover)}` }));
  }
  diagram.append(drawn("text", { x: 2, y: 12, class: "soft" }, `+${Math.round(most)} for black`));
  return element(
    "figure",
    {},
    diagram,
    element("figcaption", {}, "expected by black (solid) and white (dashed), seen by black"),
  );
}
