// n: the next game in which it is my turn
document.addEventListener("keydown", (event) => {
  if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]")) return;
  const link = document.getElementById("next-game");
  if (link) link.click();
});
