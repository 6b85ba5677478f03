// The choices for a new game: start positions and agents, each requested from the server once.

import { get, line } from "../core/api.js";

const startPositions = new Map();
const usual = new Map(); // the board text of the usual start, by size

/** Return {position, nodes} of a start: the board text of its root, and its positions. */
export function startOf({ rules, size, position = "", moves = "" }) {
  const key = [rules, size, position, moves].join(" ");
  if (!startPositions.has(key)) {
    const answer = line({ rules, size, position, moves }).then((found) => {
      if (position === "") usual.set(size, found.position);
      return { position: found.position, nodes: found.nodes };
    });
    startPositions.set(key, answer);
    answer.catch(() => startPositions.delete(key));
  }
  return startPositions.get(key);
}

/** The text of a game's start in links: "" if it is the usual one. */
export function startText(size, position) {
  return usual.get(size) === position ? "" : position;
}

// The agents of the server, requested once for each kind of game.

const agentLists = new Map();

/** Return the agents for such games, with their words and ratings. */
export function agentsFor({ rules, size }) {
  const address = `/api/agents?rules=${rules}&size=${size}`;
  if (!agentLists.has(address)) {
    const answer = get(address).then(({ agents }) => agents);
    agentLists.set(address, answer);
    answer.catch(() => agentLists.delete(address));
  }
  return agentLists.get(address);
}
