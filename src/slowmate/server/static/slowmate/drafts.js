// What is half typed in one field of a page is still there when another form of it was sent; this tab alone keeps it.
const place = document.querySelector("[data-drafts]");
const fields = [...place.querySelectorAll("textarea")];
const key = (field) => `draft-${place.dataset.drafts}-${field.id}`;
let sent = null;

for (const field of fields) {
  const kept = JSON.parse(sessionStorage.getItem(key(field)));
  if (kept && kept.over === field.defaultValue && field.value === field.defaultValue) field.value = kept.typed;
}
place.addEventListener("submit", (event) => { sent = event.target; });
addEventListener("pageshow", () => { sent = null; });
addEventListener("pagehide", () => {
  for (const field of fields) {
    if (field.form === sent || field.value === field.defaultValue) sessionStorage.removeItem(key(field));
    else sessionStorage.setItem(key(field), JSON.stringify({ over: field.defaultValue, typed: field.value }));
  }
});
