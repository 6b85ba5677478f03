// Brings the page to life: the games are listed and shown, and the cross table leads to them.

{
  const data = JSON.parse(document.getElementById("game-data").textContent);
  const games = document.getElementById("games");
  if (data.games.length) {
    const show = makeViewer(data, document.querySelector(".viewer"));
    const ask = makeGameList(data, document.querySelector(".listed"), show);
    for (const button of document.querySelectorAll("button[data-agent]")) {
      button.addEventListener("click", () => {
        ask(button.dataset.agent, button.dataset.opponent);
        games.scrollIntoView();
      });
    }
  }
}
