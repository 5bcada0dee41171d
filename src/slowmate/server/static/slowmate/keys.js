// n: the next game in which it is my turn, or the next on the desk; p: the one before; d goes to the decision; f turns
// the board, ? tells of the keys. Whoever does not want keys that act by themselves switches them off beside the link.
const SWITCH = "slowmate-no-next-key";
const PRESSED = { n: "#next-game, #next-case", p: "#previous-case", f: "#flip", "?": "#keys-summary" };
const FOCUSED = { d: ".ways :is(input:not([type=hidden]), textarea, button, a.button)", "?": "#keys-summary" };
const chooser = document.getElementById("next-key");
const box = chooser && chooser.querySelector("input");
const isOn = () => localStorage.getItem(SWITCH) === null;
const find = (selector) => selector && document.querySelector(selector);

if (box) {
  chooser.hidden = false;
  box.checked = isOn();
  box.addEventListener("change", () => (box.checked ? localStorage.removeItem(SWITCH) : localStorage.setItem(SWITCH, "yes")));
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !isOn()) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]")) return;
  const isAnalysing = event.target.closest("#analysis") && !document.getElementById("analysis-box").hidden;
  const pressed = find(isAnalysing && event.key === "f" ? "#analysis-flip" : PRESSED[event.key]);
  const focused = find(FOCUSED[event.key]);
  if (pressed) pressed.click();
  if (!focused) return;
  event.preventDefault(); // a field would get the letter
  focused.focus();
});
