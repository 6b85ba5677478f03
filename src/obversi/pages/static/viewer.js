// A game, move by move.

// Returns a function that shows a game in an element of the page. Diagrams are functions that
// draw something about a game at one of its steps, or return null.
function makeViewer(data, place, diagrams = [valuesDrawing]) {
  let game = null;
  let steps = [];
  let ply = 0;

  function goTo(target) {
    ply = Math.max(0, Math.min(target, steps.length - 1));
    render();
  }

  const board = element("div");
  const description = element("div", { class: "step-text", "aria-live": "polite" });
  const drawings = element("div");
  const moves = element("div", { class: "moves" });
  const slider = element("input", { type: "range", min: 0, "aria-label": "move" });
  slider.addEventListener("input", () => goTo(Number(slider.value)));

  function stepButton(sign, name, target) {
    const button = element(
      "button",
      { type: "button", class: "step", "aria-label": name, title: name },
      sign,
    );
    button.addEventListener("click", () => goTo(target()));
    return button;
  }

  const back = [
    stepButton("«", "to the first position", () => 0),
    stepButton("‹", "one move back", () => ply - 1),
  ];
  const forth = [
    stepButton("›", "one move forward", () => ply + 1),
    stepButton("»", "to the last position", () => steps.length - 1),
  ];
  const controls = element("div", { class: "steps" }, ...back, slider, ...forth);

  document.addEventListener("keydown", (event) => {
    if (game === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target.closest("input, select")) return;
    const inside = event.target.closest("#games") !== null;
    if (!inside && event.target.closest(".scroll")) return; // the arrow keys scroll wide tables
    const targets = { ArrowLeft: ply - 1, ArrowRight: ply + 1 };
    if (inside) Object.assign(targets, { Home: 0, End: steps.length - 1 });
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    goTo(target);
  });

  function render() {
    board.replaceChildren(boardDrawing(steps[ply]));
    description.replaceChildren(
      ...stepText(data, game, steps, ply).map((line) => element("div", {}, line)),
    );
    const made = diagrams.map((diagram) => diagram(steps, ply, game));
    drawings.replaceChildren(...made.filter((one) => one !== null));
    slider.max = steps.length - 1;
    slider.value = ply;
    for (const button of back) button.disabled = ply === 0;
    for (const button of forth) button.disabled = ply === steps.length - 1;
    for (const button of moves.children) button.removeAttribute("aria-current");
    const current = moves.children[ply - 1];
    current?.setAttribute("aria-current", "step");
    moves.scrollTop = (current?.offsetTop ?? 0) - moves.offsetTop - moves.clientHeight / 2;
  }

  return function show(chosen, reveal = false) {
    game = chosen;
    steps = positions(data, game);
    moves.replaceChildren(
      ...steps.slice(1).map((step, at) => {
        const button = element(
          "button",
          { type: "button", class: step.move.opening ? "opening" : "" },
          moveName(step),
        );
        button.addEventListener("click", () => goTo(at + 1));
        return button;
      }),
    );
    place.replaceChildren(
      element("h3", {}, ...headingOf(data, game)),
      element("div", { class: "note" }, noteText(game)),
      board,
      controls,
      description,
      drawings,
      moves,
    );
    goTo(game.opening);
    if (reveal && place.getBoundingClientRect().top < 0) place.scrollIntoView();
  };
}
