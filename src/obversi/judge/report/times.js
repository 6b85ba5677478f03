// How long the moves of a game took, beside what they might take.

// A limit that is so many times as high as what was used would make it invisible.
const FAR = 8;

function timesDrawing(steps, ply, game) {
  const told = steps.map((step, at) => [at, step.move]).filter(([, move]) => move?.time != null);
  if (!told.length) return null;
  const most = Math.max(...told.map(([, move]) => move.time));
  const limit = 1000 * (game.limit ?? 0);
  const near = limit > 0 && limit <= FAR * most;
  const [width, top, height] = [360, 14, 60];
  const full = Math.max(most, near ? limit : 0) || 1;
  const step = width / steps.length;
  const y = (time) => (top + height - (time / full) * height).toFixed(1);
  const diagram = drawn("svg", {
    viewBox: `0 0 ${width} ${top + height + 1}`,
    class: "times",
    role: "img",
  });
  diagram.append(drawn("title", {}, "time that each move took"));
  for (const [at, move] of told) {
    const bar = { x: (at * step).toFixed(1), y: y(move.time), width: (0.8 * step).toFixed(1) };
    const kind = at === ply ? "now" : game.cut?.includes(at) ? "lost" : "median";
    diagram.append(
      drawn("rect", { ...bar, height: (top + height - y(move.time)).toFixed(1), class: kind }),
    );
  }
  const bottom = top + height;
  diagram.append(drawn("line", { x1: 0, x2: width, y1: bottom, y2: bottom, class: "base" }));
  if (near)
    diagram.append(
      drawn("line", { x1: 0, x2: width, y1: y(limit), y2: y(limit), class: "limit" }),
    );
  diagram.append(
    drawn("text", { x: 0, y: top - 4, class: "soft" }, `longest ${duration(Math.round(most))}`),
  );
  if (limit > 0)
    diagram.append(
      drawn(
        "text",
        { x: width, y: top - 4, class: "soft", "text-anchor": "end" },
        `limit ${limit / 1000} s`,
      ),
    );
  return element("figure", {}, diagram);
}
