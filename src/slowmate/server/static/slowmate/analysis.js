// A board of one's own: move freely for both sides from the position looked at; the server says which moves are legal.
import { Chessground } from "../vendor/chessground/chessground.min.js";
import { choosePromotion, look, promotes, settings, shownPly } from "./board.js";

const box = document.getElementById("analysis-box");
const place = document.getElementById("analysis-place");
const opener = document.getElementById("analysis-open");
const field = document.getElementById("analysis-moves");
const plyField = document.getElementById("analysis-ply");
const line = document.getElementById("analysis-line");
let ground = null;
let ply = shownPly();
let moves = [];

async function ask() {
  const query = new URLSearchParams({ ply: String(ply), moves: moves.join(" ") });
  const answer = await fetch(`${box.dataset.url}?${query}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) { moves.pop(); return; }
  const position = await answer.json();
  const whole = { ...settings(position, { movable: position.turn, after: moved }), viewOnly: false };
  if (ground) ground.set(whole);
  else ground = Chessground(place, { ...look, ...whole, orientation: JSON.parse(document.getElementById("board").dataset.board).orientation });
  line.textContent = position.words.join(" ");
  field.value = moves.join(" ");
  plyField.value = String(ply);
  place.dataset.moves = field.value;
}

async function moved(from, to) {
  let move = from + to;
  if (promotes(ground, from, to)) {
    const letter = await choosePromotion();
    if (!letter) return ask();
    move += letter;
  }
  moves.push(move);
  return ask();
}

async function open(from, line) {
  ply = from;
  moves = line;
  box.hidden = false;
  opener.hidden = true;
  await ask();
  box.scrollIntoView({ block: "nearest" });
}

opener.hidden = false;
opener.addEventListener("click", () => open(shownPly(), []));
document.getElementById("analysis-back").addEventListener("click", () => { moves.pop(); ask(); });
document.getElementById("analysis-clear").addEventListener("click", () => { ply = shownPly(); moves = []; ask(); });
document.addEventListener("ply", (event) => { if (box.hidden) plyField.value = String(event.detail); });
document.querySelectorAll("[data-load]").forEach((button) => {
  button.hidden = false;
  button.addEventListener("click", () => open(Number(button.dataset.ply), button.dataset.load.split(" ")));
});
