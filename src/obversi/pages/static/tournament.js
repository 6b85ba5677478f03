// The page of a tournament: a list of games, the viewer, and links from the cross table.

{
  const data = JSON.parse(document.getElementById("game-data").textContent);
  const games = document.getElementById("games");
  if (data.games.length) {
    const show = makeViewer(data, document.querySelector(".viewer"));
    const filterBy = makeGameList(data, document.querySelector(".listed"), show);
    for (const button of document.querySelectorAll("button[data-agent]")) {
      button.addEventListener("click", () => {
        filterBy(button.dataset.agent, button.dataset.opponent);
        games.scrollIntoView();
      });
    }
  }
}
