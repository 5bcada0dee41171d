// n: the next game in which it is my turn. Whoever does not want a key that acts by itself switches it off beside the link.
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
  if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey || !isOn()) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]")) return;
  const link = document.getElementById("next-game");
  if (link) link.click();
});
