// The list of games, with filters.

const ROWS_AT_ONCE = 100;

// The result of a game for an agent, or for black if agent is null.
function resultFor(game, agent) {
  const margin = agent === null || game.black === agent ? game.margin : -game.margin;
  return margin > 0 ? "won" : margin < 0 ? "lost" : "drawn";
}

function matches(game, filters) {
  const players = [game.black, game.white];
  if (filters.agent !== null && !players.includes(filters.agent)) return false;
  if (filters.opponent !== null && !players.includes(filters.opponent)) return false;
  if (filters.result !== null && resultFor(game, filters.agent) !== filters.result) return false;
  return filters.ending === null || game.ending === filters.ending;
}

function filter(name, choices) {
  const select = element("select");
  select.append(element("option", { value: "" }, "any"));
  for (const [value, text] of choices) select.append(element("option", { value }, text));
  return { select, label: element("label", {}, name, select) };
}

function makeGameList(data, place, show) {
  const agents = data.agents.map((label, number) => [number, label]);
  const endings = [...new Set(data.games.map((game) => game.ending))].sort();
  const results = ["won", "drawn", "lost"];
  const filters = {
    agent: filter("agent", agents),
    opponent: filter("opponent", agents),
    result: filter(
      "result",
      results.map((one) => [one, one]),
    ),
    ending: filter(
      "ending",
      endings.map((one) => [one, one]),
    ),
  };
  let shown = ROWS_AT_ONCE;
  let selected = null;

  const count = element("p", { class: "note", "aria-live": "polite" });
  const body = element("tbody");
  const heads = ["game", "black", "white", "margin of black", "ending"];
  const list = element(
    "table",
    { class: "game-list" },
    element(
      "thead",
      {},
      element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head))),
    ),
    body,
  );
  const more = element("button", { type: "button", class: "step" }, "show more");
  more.addEventListener("click", () => {
    shown += ROWS_AT_ONCE;
    render();
  });

  function chosenFilters() {
    const value = (name) => filters[name].select.value || null;
    const number = (name) => (value(name) === null ? null : Number(value(name)));
    return {
      agent: number("agent"),
      opponent: number("opponent"),
      result: value("result"),
      ending: value("ending"),
    };
  }

  function select(game, reveal = false) {
    selected = game;
    for (const row of body.children) row.setAttribute("aria-selected", row.game === game);
    show(game, reveal);
  }

  function rowOf(game) {
    const cells = [
      game.number,
      agentName(data.agents[game.black]),
      agentName(data.agents[game.white]),
      signed(game.margin),
      game.ending,
    ];
    const row = element(
      "tr",
      { tabindex: 0, "aria-selected": game === selected },
      ...cells.map((cell) => element("td", {}, cell)),
    );
    row.game = game;
    row.addEventListener("click", () => select(game, true));
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter") select(game, true);
    });
    return row;
  }

  function render() {
    const chosen = chosenFilters();
    const names = chosen.agent === null ? ["black won", "drawn", "black lost"] : results;
    [...filters.result.select.options]
      .slice(1)
      .forEach((option, at) => (option.textContent = names[at]));
    const matching = data.games.filter((game) => matches(game, chosen));
    count.textContent = `${matching.length} of ${data.games.length} games`;
    body.replaceChildren(...matching.slice(0, shown).map(rowOf));
    more.hidden = matching.length <= shown;
    return matching;
  }

  function filtersChanged() {
    shown = ROWS_AT_ONCE;
    const matching = render();
    if (matching.length && !matching.includes(selected)) select(matching[0]);
  }

  for (const { select: chosen } of Object.values(filters))
    chosen.addEventListener("change", filtersChanged);
  place.append(
    element("div", { class: "filters" }, ...Object.values(filters).map((one) => one.label)),
    count,
    element("div", { class: "scroll games" }, list),
    more,
  );
  filtersChanged();

  return function filterBy(agent, opponent) {
    filters.agent.select.value = agent;
    filters.opponent.select.value = opponent;
    filters.result.select.value = filters.ending.select.value = "";
    filtersChanged();
  };
}
