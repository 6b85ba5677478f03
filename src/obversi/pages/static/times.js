// A diagram of the time that each move took, with the limit.

// A limit this many times as high as the longest move would make the bars invisible.
const HIGHEST_LIMIT = 8;

function timesDrawing(steps, ply, game) {
  const timed = steps.map((step, at) => [at, step.move]).filter(([, move]) => move?.time != null);
  if (!timed.length) return null;
  const most = Math.max(...timed.map(([, move]) => move.time));
  const limit = 1000 * (game.limit ?? 0);
  const near = limit > 0 && limit <= HIGHEST_LIMIT * most;
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
  for (const [at, move] of timed) {
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
