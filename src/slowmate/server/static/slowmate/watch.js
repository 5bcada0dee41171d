// An open page notices that the game has gone on. It asks now and then, never while it is hidden, and at once when it is
// looked at again; it only says so: what is half done on the page stays.
const notice = document.getElementById("gone-on");
const PAUSE = 30_000;
let waiting = 0;

async function ask() {
  clearTimeout(waiting);
  if (document.hidden) return;
  const answer = await fetch(notice.dataset.url, { headers: { Accept: "application/json" } }).catch(() => null);
  if (answer && (answer.redirected || answer.status === 404)) return; // not signed in any more: the next click says so
  const found = answer && answer.ok ? await answer.json() : null;
  if (found && found.mark !== notice.dataset.mark) {
    notice.querySelector("span").textContent = found.words;
    notice.classList.add("seen");
    return;
  }
  waiting = setTimeout(ask, PAUSE);
}

document.addEventListener("visibilitychange", ask);
waiting = setTimeout(ask, PAUSE);
