// Runs before anything is drawn, so that the chosen colours do not flash.
try {
  const { theme, board, discs } = JSON.parse(localStorage.getItem("obversi.settings") || "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  if (board) document.documentElement.dataset.board = board;
  if (discs) document.documentElement.dataset.discs = discs;
} catch {
  // Nothing readable is stored: use the system's theme.
}
