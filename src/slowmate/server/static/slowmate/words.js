// The position in words follows the board. It is asked for only while somebody reads it, and when the stepping has
// paused; it is not announced by itself, because the line beside the buttons already says which move is shown.
import { shownPly } from "./board.js";

const place = document.getElementById("in-words");
const text = document.getElementById("position-words");
const PAUSE = 200;
let told = shownPly();
let waiting = 0;

async function tell() {
  const wanted = shownPly();
  if (!place.open || told === wanted) return;
  const answer = await fetch(`${place.dataset.url}?ply=${wanted}`);
  if (!answer.ok || answer.redirected || wanted !== shownPly()) return;
  text.innerHTML = await answer.text();
  told = wanted;
  text.hidden = false;
}

document.addEventListener("ply", () => {
  text.hidden = told !== shownPly(); // never the words of another position
  clearTimeout(waiting);
  waiting = setTimeout(tell, PAUSE);
});
place.addEventListener("toggle", tell);
