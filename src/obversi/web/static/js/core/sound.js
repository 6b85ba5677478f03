// The sound of a disc that is put on the board; browsers allow it after the first click or key.

import { settings } from "./settings.js";

let context = null;
let sounding = 0; // the number of sounds that are playing

/** Play the sound, unless it is switched off. Between sounds nothing is computed. */
export function discSound() {
  if (!settings.state.sound || !("AudioContext" in globalThis)) return;
  if (!navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  context.resume();
  sounding += 1;
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(420, now);
  tone.frequency.exponentialRampToValueAtTime(140, now + 0.07);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.09);
  tone.onended = () => {
    sounding -= 1;
    if (!sounding) context.suspend();
  };
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.1);
}
