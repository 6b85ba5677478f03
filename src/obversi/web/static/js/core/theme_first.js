// Runs before anything is drawn, so that the chosen theme does not flash.
try {
  const { theme } = JSON.parse(localStorage.getItem("obversi.settings") || "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Nothing readable is stored: use the system's theme.
}
