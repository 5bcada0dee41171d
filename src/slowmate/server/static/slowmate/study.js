// A line of moves tried on a board, for both sides in turn; the server says which moves are legal.
import { choosePromotion, promotes, settings } from "./board.js";

// *show* is told the line after every move: where it begins, its moves as stored, and as printed.
export function study(ground, url, show) {
  const place = ground.state.dom.elements.wrap;
  let line = { ply: "", moves: [] }; // what the board shows
  let position = null;
  let questions = 0;
  let taken = []; // moves taken back, the last of them first: they can be made again

  async function answered({ ply, moves }) {
    const query = new URLSearchParams({ ply: String(ply), moves: moves.join(" ") });
    const answer = await fetch(`${url}?${query}`, { headers: { Accept: "application/json" } }).catch(() => null);
    return answer && answer.ok ? answer.json() : null;
  }

  // Until the answer is here no man can be moved; without one the board shows again what it showed.
  async function ask(wanted) {
    const question = ++questions;
    place.setAttribute("aria-busy", "true");
    ground.set({ movable: { color: undefined } });
    const found = await answered(wanted);
    if (question !== questions) return; // another was asked meanwhile
    if (found) [line, position] = [wanted, found];
    if (position) ground.set(settings(position, { movable: position.turn, after: moved }));
    place.removeAttribute("aria-busy");
    if (found) show({ ...line, words: position.words });
  }

  async function moved(from, to) {
    let move = from + to;
    if (promotes(ground, from, to)) {
      const letter = await choosePromotion();
      if (!letter) return ask(line);
      move += letter;
    }
    taken = [];
    return ask({ ...line, moves: [...line.moves, move] });
  }

  return {
    start(ply, moves) {
      taken = [];
      return ask({ ply, moves });
    },
    back() {
      if (!line.moves.length) return null;
      taken = [line.moves.at(-1), ...taken];
      return ask({ ...line, moves: line.moves.slice(0, -1) });
    },
    on() {
      if (!taken.length) return null;
      const [move, ...rest] = taken;
      taken = rest;
      return ask({ ...line, moves: [...line.moves, move] });
    },
    first() {
      if (!line.moves.length) return null;
      taken = [...line.moves, ...taken];
      return ask({ ...line, moves: [] });
    },
    last() {
      if (!taken.length) return null;
      const all = [...line.moves, ...taken];
      taken = [];
      return ask({ ...line, moves: all });
    },
  };
}
