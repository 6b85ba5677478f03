// Requests that may be refused: the answer comes by itself, and what is asked here is only why not.

/** Ask for something, and return why it was refused, or null. */
export async function refusalOf(socket, message) {
  try {
    await socket.request(message);
    return null;
  } catch (error) {
    return error;
  }
}

/** Watch a game; if even that cannot be, the reason to tell is why there was no seat, if known. */
export async function watchGame(socket, game, why = null) {
  const refusal = await refusalOf(socket, { type: "watch", game });
  if (refusal !== null) throw why && refusal.code === "refused" ? why : refusal;
}
