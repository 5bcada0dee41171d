// The time zone of the device: chosen beforehand for somebody who joins, offered once where an account has another.
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

// What a clock shows in a zone, in winter and in summer: zones of several names are the same then.
function shown(zone) {
  try {
    return [0, 6].map((month) => new Date(2025, month).toLocaleString("en", { timeZone: zone })).join();
  } catch {
    return zone;
  }
}

const choice = document.querySelector("select[data-zone-choice]");
if (own && choice) {
  if (![...choice.options].some((option) => option.value === own)) choice.add(new Option(own.replaceAll("_", " "), own), 0);
  choice.value = own;
}

const offer = document.getElementById("zone-offer");
const KEY = "zone-left";
const isWrong = document.querySelector(".error[autofocus]"); // the page has opened there: nothing may push it away
if (own && offer && !isWrong && localStorage.getItem(KEY) !== own && shown(own) !== shown(offer.dataset.zone)) {
  offer.elements.zone.value = own;
  offer.querySelector("b").textContent = own;
  offer.querySelector("button[type=button]").addEventListener("click", () => {
    localStorage.setItem(KEY, own);
    offer.hidden = true;
  });
  offer.hidden = false;
}
