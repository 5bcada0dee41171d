// A graph is one stop of the Tab key: inside it the arrows go from list to list, Home and End to the first and the last.
for (const graph of document.querySelectorAll("[data-graph]")) {
  const strips = [...graph.querySelectorAll(".strip")];
  const rest = (chosen) => strips.forEach((strip) => strip.setAttribute("tabindex", strip === chosen ? "0" : "-1"));
  rest(strips.at(-1));
  // not on the graph: a picture that listens to the focus takes it itself
  for (const strip of strips) strip.addEventListener("focus", () => rest(strip));
  graph.addEventListener("keydown", (event) => {
    const at = strips.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: strips.length - 1 }[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    strips[Math.min(Math.max(to, 0), strips.length - 1)].focus();
  });
}
