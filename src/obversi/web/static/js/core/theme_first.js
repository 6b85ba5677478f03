// Runs before anything is drawn, so that a chosen theme never flashes in the other one.
try {
  const { theme } = JSON.parse(localStorage.getItem("obversi.settings") || "{}");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // What is stored cannot be read, or nothing may be: the system's theme it is.
}
