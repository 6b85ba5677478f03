"""Another player on the server: a WebSocket of the page, until the page goes elsewhere."""

from typing import Any

from playwright.sync_api import Page

_CONNECT = """
async ({ name, key }) => {
  const own = globalThis.lastSocket; // the app's, which tests may close
  const socket = new WebSocket(`ws://${location.host}/ws`);
  globalThis.lastSocket = own;
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    waiting.get(message.id)?.(message);
  };
  await new Promise((resolve) => (socket.onopen = resolve));
  const others = (globalThis.otherPlayers ??= []);
  const request = (message) =>
    new Promise((resolve) => {
      const id = waiting.size + 1;
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ ...message, id }));
    });
  await request({ type: "hello", version: 1, name, key });
  addEventListener("popstate", () => socket.close(), { once: true });
  return others.push({ socket, request }) - 1;
}
"""

_NEW_KEY = """
async (name) => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ name });
  const answer = await fetch("/api/person", { method: "POST", headers, body });
  return (await answer.json()).key;
}
"""


class OtherPlayer:
    """A client of the game server; `rated` gives it a key."""

    def __init__(self, page: Page, name: str, *, rated: bool = False) -> None:
        self._page = page
        key = page.evaluate(_NEW_KEY, name) if rated else ""
        self._place = page.evaluate(_CONNECT, {"name": name, "key": key})

    def request(self, kind: str, **message: Any) -> dict[str, Any]:
        """Send a request, and return the reply."""
        call = "([place, message]) => otherPlayers[place].request(message)"
        reply: dict[str, Any] = self._page.evaluate(call, [self._place, {"type": kind, **message}])
        assert reply["type"] != "error", reply
        return reply

    def disconnect(self) -> None:
        """Lose the connection."""
        self._page.evaluate("(place) => otherPlayers[place].socket.close()", self._place)


def rated_players(page: Page) -> tuple[OtherPlayer, OtherPlayer]:
    """Return two persons who have played a rated game on 4×4, which the second has lost."""
    ann, ben = OtherPlayer(page, "Ann", rated=True), OtherPlayer(page, "Ben", rated=True)
    clock = {"seconds": 300}
    waiting = ann.request("join", color="black", size=4, clock=clock, rated=True, private=True)
    game = waiting["game"]
    ben.request("accept", game=game, rated=True)
    ann.request("move", game=game, move="b1")
    ben.request("move", game=game, move="a1")
    ben.request("resign", game=game)
    return ann, ben
