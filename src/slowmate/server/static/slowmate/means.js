// What a game means is asked for when somebody wants to know it, once; if it does not come, the link is there.
const fold = document.getElementById("means");
const table = document.getElementById("means-table");
let isAsked = false;

async function tell() {
  if (!fold.open || isAsked) return;
  isAsked = true;
  try {
    const answer = await fetch(`${fold.dataset.url}?part=1`);
    if (answer.ok && !answer.redirected) table.innerHTML = await answer.text();
  } catch {
    isAsked = false; // no connection: the next time it is opened
  }
}

fold.addEventListener("toggle", tell);
