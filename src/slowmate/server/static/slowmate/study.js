// A line of moves tried on a board, for both sides in turn; the server says which moves are legal.
import { choosePromotion, promotes, settings } from "./board.js";

// *show* is told the line after every move: where it begins, its moves as stored, and as printed.
export function study(ground, url, show) {
  let ply = "";
  let moves = [];

  async function ask() {
    const query = new URLSearchParams({ ply: String(ply), moves: moves.join(" ") });
    const answer = await fetch(`${url}?${query}`, { headers: { Accept: "application/json" } });
    if (!answer.ok) { moves.pop(); return; }
    const position = await answer.json();
    ground.set(settings(position, { movable: position.turn, after: moved }));
    show({ ply, moves, words: position.words });
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

  return {
    start(from, line) { ply = from; moves = line; return ask(); },
    back() { moves.pop(); return ask(); },
  };
}
