// The board of a game: move by dragging or by two clicks, promotion, stepping through the moves, turning the board.
// A move made here only fills the field of the typed move: submitting is a second, deliberate step.
import { Chessground } from "../vendor/chessground/chessground.min.js";

const place = document.getElementById("board");
const given = JSON.parse(place.dataset.board);
const form = document.getElementById("move-form");
const field = document.getElementById("move");
const putBack = document.getElementById("put-back");
const canMove = Boolean(form) && Object.keys(given.destinations || {}).length > 0;

export function promotes(ground, from, to) {
  const piece = ground.state.pieces.get(to);
  return piece && piece.role === "pawn" && (to[1] === "8" || to[1] === "1");
}

// Which piece a pawn becomes, or nothing if the move is put back.
export function choosePromotion() {
  const dialog = document.getElementById("promotion");
  return new Promise((resolve) => {
    const done = (letter) => {
      dialog.removeEventListener("click", clicked);
      dialog.removeEventListener("cancel", cancelled);
      dialog.close();
      resolve(letter);
    };
    const clicked = (event) => {
      const button = event.target.closest("button");
      if (button) done(button.value);
    };
    const cancelled = (event) => { event.preventDefault(); done(""); };
    dialog.addEventListener("click", clicked);
    dialog.addEventListener("cancel", cancelled);
    dialog.showModal();
  });
}

export function settings(position, { movable, after }) {
  return {
    fen: position.fen,
    turnColor: position.turn,
    check: position.check,
    lastMove: position.last && position.last.length ? position.last : undefined,
    selected: undefined,
    movable: {
      free: false,
      color: movable,
      dests: new Map(Object.entries(position.destinations || {})),
      showDests: true,
      rookCastle: true,
      events: { after },
    },
  };
}

export const look = {
  coordinates: true,
  animation: { enabled: !matchMedia("(prefers-reduced-motion: reduce)").matches, duration: 150 },
  highlight: { lastMove: true, check: true },
  premovable: { enabled: false },
  drawable: { enabled: true },
};

let lying = null; // the move that lies on the board and is not submitted yet, and the men as they stand with it

// A second move replaces the first: it is made in the position of the game, even with the man that was moved already.
async function moved(from, to) {
  const departure = lying && from === lying.to ? lying.from : from;
  if (lying) {
    reset();
    if (departure === to) return;
    ground.move(departure, to);
  }
  let move = departure + to;
  if (promotes(ground, departure, to)) {
    const letter = await choosePromotion();
    if (!letter) return reset();
    move += letter;
  }
  field.value = move;
  lying = { from: departure, to, fen: ground.getFen() };
  lay();
  putBack.hidden = false;
  document.getElementById("submit-move").focus();
}

function lay() {
  const { from, to, fen } = lying;
  const again = new Map(Object.entries(given.destinations));
  again.set(to, [...(again.get(from) || []).filter((square) => square !== to), from]);
  again.delete(from);
  ground.set({ fen, lastMove: [from, to], turnColor: given.turn, movable: { color: given.orientation, dests: again } });
}

function reset() {
  lying = null;
  ground.set(settings(given, { movable: canMove ? given.orientation : undefined, after: moved }));
  if (field && putBack && !putBack.hidden) field.value = "";
  if (putBack) putBack.hidden = true;
}

place.hidden = false;
export const ground = Chessground(place, {
  ...look,
  ...settings(given, { movable: canMove ? given.orientation : undefined, after: moved }),
  orientation: given.orientation,
  viewOnly: false,
});
if (putBack) {
  putBack.addEventListener("click", () => { reset(); field.focus(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && lying && !document.querySelector("dialog[open]")) reset();
  });
}

// stepping through the moves; the position now is always one key away
const steps = given.steps || [];
const last = steps.length - 1;
let ply = given.ply ?? last;
const where = document.getElementById("where");
const list = document.getElementById("move-list");

export function shownPly() { return ply; }

function show(wanted) {
  const before = ply;
  ply = Math.max(0, Math.min(last, wanted));
  if (ply === last) lying ? lay() : reset();
  else {
    const [fen, move, check] = steps[ply];
    ground.set({ fen, lastMove: move ? [move.slice(0, 2), move.slice(2, 4)] : [], check: false, selected: undefined, movable: { color: undefined, dests: new Map() } });
    if (check) ground.set({ turnColor: ply % 2 === firstTurn() ? "white" : "black", check: true });
  }
  if (where) {
    const item = list && list.querySelector(`[data-ply="${ply}"]`);
    const name = item ? item.querySelector(".number").textContent + " " + item.querySelector(".san").textContent : "";
    where.classList.toggle("sr", ply === last);
    where.textContent = ply === last ? where.dataset.now : ply === 0 ? where.dataset.start : `${where.dataset.after} ${name}`;
  }
  if (list) {
    list.querySelectorAll(".shown").forEach((item) => item.classList.remove("shown"));
    const item = list.querySelector(`[data-ply="${ply}"]`);
    const stop = (item ?? list).querySelector(".san"); // the moves are one stop of the Tab key
    list.querySelectorAll(".san").forEach((link) => { link.tabIndex = link === stop ? 0 : -1; });
    if (item) {
      item.classList.add("shown");
      if (before !== ply || ply === last) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }
  if (before !== ply) document.dispatchEvent(new CustomEvent("ply", { detail: ply }));
}

function firstTurn() { return (given.turn === "white" ? last : last + 1) % 2; }

if (steps.length) {
  const bar = document.getElementById("steps");
  bar.hidden = false;
  const to = { first: () => 0, back: () => ply - 1, on: () => ply + 1, last: () => last };
  bar.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) show(to[button.dataset.step]());
  });
  if (list) list.addEventListener("click", (event) => {
    const link = event.target.closest(".san");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(Number(link.closest("li").dataset.ply));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
    if (event.target.closest("#analysis")) return; // that board has keys of its own
    const isAtBoard = event.target.closest("#board, #steps"); // elsewhere these keys scroll the page
    const atBoard = { Home: "first", End: "last", ArrowUp: "first", ArrowDown: "last" };
    const key = { ArrowLeft: "back", ArrowRight: "on", ...(isAtBoard && atBoard) }[event.key];
    if (!key) return;
    event.preventDefault();
    if (!isAtBoard) place.focus({ preventScroll: true }); // whoever steps with keys has the board in hand
    show(to[key]());
  });
  place.tabIndex = -1;
  place.addEventListener("pointerdown", () => place.focus({ preventScroll: true }));
  document.getElementById("flip").addEventListener("click", () => ground.toggleOrientation());
  show(ply);
}

// the notice of a move is for once: whoever loads the page again has read it
const address = new URL(location.href);
const told = ["moved", "unsent"].filter((name) => address.searchParams.has(name));
if (told.length) {
  for (const name of told) address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}
place.dataset.ready = "yes";
