// In a class: a member's page goes where its round is; the adult's page and the projector show what is new. The stream
// of the class says when to look; now and then a page looks all the same, which is its sign of life.

import { way } from "./transport.js";

const room = document.getElementById("room");
const { state, here, stamp, live = here, every } = room?.dataset ?? {};
let many = room?.dataset.many;
const home = (state ?? live)?.replace(/\/(state|projector)$/, ""); // never a reload: this page may be the answer to a form
document.documentElement.classList.add("live");

async function follow() {
  const answer = await fetch(state);
  if (answer.status === 404 || answer.status === 403) { location.assign(home); return; } // it says what was lost
  if (!answer.ok) return;
  const news = await answer.json();
  if (here && news.go !== here) { location.assign(home); return; }
  if (stamp !== undefined) {
    if (news.stamp !== stamp) location.replace(home);
    else if (many !== undefined && String(news.many) !== many) { many = String(news.many); await renew(); }
  } else room.hidden = !news.alone;
}

async function renew() {
  const answer = await fetch(live);
  if (!answer.ok) { if (answer.status === 404) location.replace(live); return; }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-part]")) {
    const fresh = page.getElementById(part.id);
    if (fresh && fresh.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.replaceWith(fresh);
  }
}

async function look() {
  try { if (!document.hidden) await (state ? follow() : renew()); } catch { /* the network is away: another time */ }
}

let close = null;
function listen() {
  close?.();
  close = document.hidden || document.querySelector("#table[data-class]") // that page listens to its table, too
    ? null : way.listen(`${home}/events`, { class: look });
}

// The clock goes on between two looks.
setInterval(() => {
  for (const clock of document.querySelectorAll("[data-left]")) {
    const left = Math.max(0, clock.dataset.left - 1);
    clock.dataset.left = left;
    clock.querySelector("span").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    clock.classList.toggle("last", left <= 20);
    const part = 100 * left / (clock.dataset.whole || 1);
    clock.querySelector(".dial-left")?.setAttribute("stroke-dasharray", `${part} 100`);
  }
}, 1000);

// Whom one has chosen to be stands on the button.
const enter = document.getElementById("come-in");
function introduce() {
  const kind = document.querySelector("[name=kind]:checked");
  const chosen = kind && document.querySelector(`[name="${kind.value}"]:checked`);
  const face = chosen?.parentElement.querySelector(".beast");
  if (face) enter.replaceChildren(face.cloneNode(true), `${enter.dataset.say} ${chosen.dataset.name}`);
}
if (enter) { introduce(); enter.form.addEventListener("change", introduce); }

for (const key of document.querySelectorAll("[data-key]")) {
  key.addEventListener("click", () => {
    const typed = document.getElementById("calculation");
    typed.value = key.dataset.key ? typed.value + key.dataset.key : typed.value.slice(0, -1);
  });
}
if (room) {
  document.addEventListener("class", look);
  document.addEventListener("visibilitychange", () => { listen(); look(); });
  addEventListener("online", look);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });
  addEventListener("pagehide", () => close?.());
  setInterval(look, 1000 * (every ?? 3));
  listen();
}
