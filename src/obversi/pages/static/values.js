// A diagram of the margins that the agents expected.
// All margins are shown for black.
function valuesDrawing(steps, ply) {
  const sizes = steps
    .filter((step) => step.move?.value != null)
    .map((step) => Math.abs(step.move.value));
  if (sizes.length < 2) return null;
  const most = Math.max(4, ...sizes);
  const [width, height, last] = [360, 84, steps.length - 1];
  const x = (at) => ((at / last) * width).toFixed(1);
  const y = (value) => (height / 2 - (value / most) * (height / 2 - 4)).toFixed(1);
  const diagram = drawn("svg", { viewBox: `0 0 ${width} ${height}`, class: "values", role: "img" });
  diagram.append(
    drawn("title", {}, "expected margins, for black"),
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
    element("figcaption", {}, "margin for black, expected by black (solid) and by white (dashed)"),
  );
}
