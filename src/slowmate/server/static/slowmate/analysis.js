// A board of one's own: move freely for both sides from the position looked at.
import { Chessground } from "../vendor/chessground/chessground.min.js";
import { ground as board, look, shownPly } from "./board.js";
import { study } from "./study.js";

const box = document.getElementById("analysis-box");
const place = document.getElementById("analysis-place");
const opener = document.getElementById("analysis-open");
const field = document.getElementById("analysis-moves");
const plyField = document.getElementById("analysis-ply");
const line = document.getElementById("analysis-line");
let ground = null;
let tried = null;

function show({ ply, moves, words }) {
  plyField.value = String(ply);
  if (!words.length && !line.textContent) return; // nothing was played: what was typed stays
  line.textContent = words.join(" ");
  field.value = words.join(" ").replaceAll(" e.p.", "");
  place.dataset.moves = moves.join(" ");
}

async function open(from, moves) {
  box.hidden = false;
  opener.hidden = true;
  ground ??= Chessground(place, { ...look, orientation: board.state.orientation });
  tried ??= study(ground, box.dataset.url, show);
  await tried.start(from, moves);
  box.scrollIntoView({ block: "nearest" });
  place.focus({ preventScroll: true }); // the button that had it is gone
}

opener.hidden = false;
opener.addEventListener("click", () => open(shownPly(), []));
document.querySelectorAll("[data-line]").forEach((button) => {
  button.addEventListener("click", () => tried[button.dataset.line]());
});
document.getElementById("analysis-flip").addEventListener("click", () => ground?.toggleOrientation());
document.getElementById("analysis-clear").addEventListener("click", () => tried.start(shownPly(), []));
// keys of its own, while the focus is in this section: the board of the game is out of sight
document.getElementById("analysis").addEventListener("keydown", (event) => {
  if (!tried || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const act = {
    ArrowLeft: tried.back,
    ArrowRight: tried.on,
    Home: tried.first,
    ArrowUp: tried.first,
    End: tried.last,
    ArrowDown: tried.last,
  }[event.key];
  if (act) { event.preventDefault(); act(); }
});
place.tabIndex = -1;
place.addEventListener("pointerdown", () => place.focus({ preventScroll: true }));
document.addEventListener("ply", (event) => { if (box.hidden) plyField.value = String(event.detail); });
document.querySelectorAll("[data-load]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => open(Number(button.dataset.ply), button.dataset.load.split(" ")));
});
