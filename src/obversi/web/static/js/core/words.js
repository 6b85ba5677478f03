// Words and numbers as they are shown.

export const RULES = {
  normal: {
    name: "Normal",
    goal: "most discs win",
    sentence: "Have more discs than your opponent when nobody can move any more.",
  },
  reversed: {
    name: "Reversed",
    goal: "fewest discs win",
    sentence: "Have fewer discs than your opponent when nobody can move any more.",
  },
};

export const SIZES = [4, 6, 8];

export function colorName(color) {
  return color === "black" ? "Black" : "White";
}

export function otherColor(color) {
  return color === "black" ? "white" : "black";
}

/** A margin with its sign: +4, −2, 0. */
export function signed(number, digits = 0) {
  const text = Math.abs(number).toFixed(digits);
  if (Number(text) === 0) return text;
  return number > 0 ? `+${text}` : `−${text}`;
}

export function count(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

/** Seconds as a clock shows them: 4:05, or 9.3 when it gets tight. */
export function clockText(seconds) {
  const left = Math.max(seconds, 0);
  if (left < 10) return left.toFixed(1);
  const whole = Math.floor(left);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
