// Analyses on this device, or on the server if that is not possible.

import { settings } from "../core/settings.js";

const LOAD_TIMEOUT = 1500; // milliseconds for the engine to load before the server is used

let failure = null; // the reason why the engine does not run here

function isWanted() {
  return failure === null && settings.state.engine === "device" && canRunEngine();
}

function canRunEngine() {
  return typeof WebAssembly === "object" && typeof DecompressionStream === "function" && typeof Worker === "function";
}

/** The engine with the weights of a game, or null if it cannot run here or is not wanted. */
export async function loadEngine(game) {
  if (!isWanted()) return null;
  try {
    const { engineFor } = await import("./device.js");
    return await engineFor(game);
  } catch (error) {
    failure = error;
    return null;
  }
}

/**
 * Make an analysis, as `socket.stream` does: `onReport` gets every report, `answered` resolves at the
 * end, `stop()` ends it. Reports from this device are marked by `isHere`.
 */
export function analyse(socket, message, onReport) {
  if (!isWanted()) return socket.stream(message, onReport);
  let stop = () => {
    stop = null;
  };

  async function begin() {
    const late = new Promise((resolve) => setTimeout(resolve, LOAD_TIMEOUT, null));
    const engine = await Promise.race([loadEngine(message), late]);
    if (stop === null) return;
    if (engine !== null) {
      const running = engine.analyse(message, onReport);
      stop = running.stop;
      try {
        return await running.answered;
      } catch (error) {
        if (error.code === "over") throw error;
        failure = error; // the server analyses from now on
      }
    }
    const running = socket.stream(message, onReport);
    stop = running.stop;
    await running.answered;
  }

  return { answered: begin(), stop: () => stop?.() };
}
