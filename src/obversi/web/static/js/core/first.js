// Runs before anything is drawn, so that neither the chosen colours nor the language flash.
{
  const root = document.documentElement;
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("obversi.settings")) ?? {};
  } catch {
    // No readable settings are stored, so those of the system and the browser apply.
  }
  if (chosen.theme === "light" || chosen.theme === "dark") root.dataset.theme = chosen.theme;
  if (chosen.board) root.dataset.board = chosen.board;
  if (chosen.discs) root.dataset.discs = chosen.discs;

  const known = ["en", "ja", "zh", "de", "fr"];
  const wished = [chosen.language, ...navigator.languages].map((tag) => String(tag).split("-")[0]);
  const language = wished.find((name) => known.includes(name)) ?? "en";
  root.lang = language === "zh" ? "zh-Hans" : language;
  // core/language.js waits for it; English texts are in the scripts themselves.
  if (language !== "en") {
    globalThis.obversiTexts = fetch(`/static/languages/${language}.json`)
      .then((response) => (response.ok ? response.json() : Promise.reject(response.status)))
      .catch(() => {
        root.lang = "en"; // the language without a catalogue
        return {};
      });
  }
}
