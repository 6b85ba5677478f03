"""Games that the server keeps for a person, played over a WebSocket of the page in a moment."""

from playwright.sync_api import Page, expect

_PLAY = """
async ({ games, review }) => {
  const { key } = JSON.parse(localStorage.getItem("obversi.person"));
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const send = (message) => socket.send(JSON.stringify(message));
  await new Promise((resolve) => (socket.onopen = resolve));
  send({ type: "hello", version: 1, name: "Ann", key });
  const finished = [];
  for (const game of games) {
    let position = "";
    let moves = "";
    await new Promise((resolve, reject) => {
      socket.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "error") reject(new Error(message.text));
        if (message.type === "start") position = message.position;
        if (message.type === "state" && message.move !== "pass") moves += message.move;
        const { game: id, legal } = message;
        if (message.type === "turn") send({ type: "move", game: id, move: legal[0] });
        if (message.type === "end") resolve();
      };
      send({ type: "join", ...game });
    });
    finished.push({ rules: game.rules, size: game.size, position, moves });
  }
  for (const game of finished.slice(0, review)) {
    await new Promise((resolve) => {
      socket.onmessage = ({ data }) => JSON.parse(data).final && resolve();
      send({ type: "review", id: "r", ...game, limit: { depth: 1 } });
    });
  }
  socket.close();
}
"""


def begin(page: Page) -> str:
    """Open the page of one's games, have the server keep them, and return the key."""
    page.goto("/games")
    page.get_by_role("button", name="Keep my games on this server").click()
    expect(page.get_by_role("heading", name="Your key")).to_be_visible()
    key: str = page.evaluate("JSON.parse(localStorage.getItem('obversi.person')).key")
    return key


def play_games(page: Page, *, reviewed: int = 0) -> None:
    """Play three small games to the end, and review some of them."""
    games = [
        {"against": "engine:level=1", "color": "black", "rules": "normal", "size": 4},
        {"against": "greedy", "color": "white", "rules": "reversed", "size": 4},
        {"against": "myself", "rules": "normal", "size": 4},
    ]
    page.evaluate(_PLAY, {"games": games, "review": reviewed})
