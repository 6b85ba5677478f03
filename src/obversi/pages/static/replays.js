// The judge's pages: buttons show their game or line of moves in the viewer.

{
  const data = JSON.parse(document.getElementById("game-data").textContent);
  const viewer = document.querySelector(".viewer");
  const buttons = [...document.querySelectorAll("button[data-game]")];
  const show = makeViewer(data, viewer, [timesDrawing, valuesDrawing]);

  function choose(number, reveal) {
    const game = data.games.find((one) => one.number === number);
    if (game === undefined) return;
    for (const button of buttons) {
      const chosen = Number(button.dataset.game) === number;
      button.setAttribute("aria-pressed", chosen);
      button.closest("tr")?.setAttribute("aria-selected", chosen);
    }
    show(game);
    const { top } = viewer.getBoundingClientRect();
    if (reveal && (top < 0 || top > window.innerHeight / 2)) viewer.scrollIntoView();
  }

  for (const button of buttons)
    button.addEventListener("click", () => choose(Number(button.dataset.game), true));
  choose(data.games[0].number, false);
}
