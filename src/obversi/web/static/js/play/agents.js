// The agents that the server offers, asked for once for each kind of game.

import { get } from "../core/api.js";

const asked = new Map();

/** Return the agents for such games, with their words and ratings. */
export function agentsFor({ rules, size }) {
  const address = `/api/agents?rules=${rules}&size=${size}`;
  if (!asked.has(address)) {
    const answer = get(address).then(({ agents }) => agents);
    asked.set(address, answer);
    answer.catch(() => asked.delete(address));
  }
  return asked.get(address);
}
