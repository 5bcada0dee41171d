// Conditional moves made on the board: each move is written to the last row of the field.
import { ground } from "./board.js";
import { study } from "./study.js";

const field = document.getElementById("lines");
const bar = document.getElementById("line-steps");
const shown = document.getElementById("line-shown");
const rows = () => field.value.split("\n").filter((row) => row.trim());
let finished = rows();

const line = study(ground, bar.dataset.url, ({ words }) => {
  shown.textContent = words.join(" ");
  field.value = [...finished, ...(words.length ? [shown.textContent] : [])].join("\n");
});

function next() {
  finished = rows();
  line.start("", []);
}

bar.hidden = false;
document.getElementById("line-back").addEventListener("click", () => line.back());
document.getElementById("line-next").addEventListener("click", next);
field.addEventListener("change", next);
next();
