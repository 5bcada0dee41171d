// What is half typed in one field of a page is still there when another form of it was sent; this tab alone keeps it.
// What was sent is kept too, until the page shows that it arrived: a session may have ended meanwhile.
const place = document.querySelector("[data-drafts]");
const fields = [...place.querySelectorAll("textarea")];
const key = (field) => `draft-${place.dataset.drafts}-${field.id}`;
const arrived = (field) => field.closest("section").querySelector(".told.success") !== null;
let sent = null;

for (const field of fields) {
  const kept = JSON.parse(sessionStorage.getItem(key(field)));
  if (!kept || kept.over !== field.defaultValue || field.value !== field.defaultValue) continue;
  if (!kept.sent || !arrived(field)) field.value = kept.typed;
}
place.addEventListener("submit", (event) => { sent = event.target; });
addEventListener("pageshow", () => { sent = null; });
addEventListener("pagehide", () => {
  for (const field of fields) {
    const draft = { over: field.defaultValue, typed: field.value, sent: field.form === sent };
    if (draft.typed === draft.over) sessionStorage.removeItem(key(field));
    else sessionStorage.setItem(key(field), JSON.stringify(draft));
  }
});
