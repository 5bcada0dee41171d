// Conditional moves made on the board: each move is written to the last row of the field.
import { ground } from "./board.js";
import { study } from "./study.js";

const field = document.getElementById("lines");
const bar = document.getElementById("line-steps");
const shown = document.getElementById("line-shown");
let finished = [];

const line = study(ground, bar.dataset.url, ({ words }) => {
  if (!words.length && !shown.textContent) return; // nothing was played: what is typed meanwhile stays
  shown.textContent = words.join(" ");
  field.value = [...finished, ...(words.length ? [shown.textContent] : [])].join("\n");
});

// what stands in the field stays there; the next move on the board begins another row
function keep() {
  finished = field.value.split("\n").filter((row) => row.trim());
  shown.textContent = "";
}

function next() {
  keep();
  line.start("", []);
}

bar.hidden = false;
document.getElementById("line-back").addEventListener("click", () => line.back());
document.getElementById("line-next").addEventListener("click", next);
field.addEventListener("input", keep);
field.addEventListener("change", next);
next();
