// n: the next game in which it is my turn; f turns the board, ? tells of the keys. Whoever does not want keys that act
// by themselves switches them off beside the link.
const SWITCH = "slowmate-no-next-key";
const chooser = document.getElementById("next-key");
const box = chooser && chooser.querySelector("input");
const isOn = () => localStorage.getItem(SWITCH) === null;

if (box) {
  chooser.hidden = false;
  box.checked = isOn();
  box.addEventListener("change", () => (box.checked ? localStorage.removeItem(SWITCH) : localStorage.setItem(SWITCH, "yes")));
}

document.addEventListener("keydown", (event) => {
  const wanted = { n: "next-game", f: "flip", "?": "keys-summary" }[event.key];
  if (!wanted || event.ctrlKey || event.metaKey || event.altKey || !isOn()) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]")) return;
  const isAnalysing = event.target.closest("#analysis") && !document.getElementById("analysis-box").hidden;
  const link = document.getElementById(isAnalysing && wanted === "flip" ? "analysis-flip" : wanted);
  if (!link) return;
  link.click();
  if (wanted === "keys-summary") link.focus();
});
