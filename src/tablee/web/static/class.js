// In a class: a member's page goes where its round is; the adult's page and the projector show what is new. The stream
// of the class says when to look; now and then a page looks all the same, which is its sign of life. Blocks and signs
// write a calculation, and what is said of it is announced once.

import { warn, way } from "./transport.js";

const room = document.getElementById("room");
const { state, here, live, every } = room?.dataset ?? {};
const ground = (state ?? live)?.replace(/\/(state|projector)$/, "");
const home = room?.dataset.home ?? ground; // never a reload: this page may be the answer to a form
document.documentElement.classList.add("live");

let left = 0;
function leave(where = home) { // for where the class is; once at a time, or one way would cut the other short
  if (Date.now() - left < 3000) return;
  left = Date.now();
  location.assign(where);
}

async function follow() {
  const answer = await fetch(state);
  if (answer.status === 404 || answer.status === 403) { leave(); return; } // it says what was lost
  if (!reached(answer)) return;
  const news = await answer.json();
  const { stamp, many } = room.dataset;
  if (here ? news.go !== here : news.stamp !== stamp) { leave(news.go); return; }
  if (here && stamp !== undefined) {
    if (news.stamp !== stamp) await visit(home);
    else if (String(news.many) !== many) await visit(home, undefined, "#shelf");
  } else if (here) room.hidden = !news.alone;
  const ending = document.getElementById("round-over"); // the end of a game: no other one, where the round is over
  if (ending && news.ended) {
    document.getElementById("rematch")?.remove();
    if (!ending.textContent.trim()) ending.textContent = ending.dataset.text;
  }
  const over = document.getElementById("over"); // how many tables are done
  if (over) over.textContent = news.over;
  const lamps = document.querySelectorAll(".dots .tile");
  for (const [index, lamp] of lamps.entries()) lamp.classList.toggle("off", index >= news.over);
}

async function visit(address, options, which) { // a member's page, without leaving it: what is new is shown, and said once
  const answer = await fetch(address, options);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("room");
  if (fresh?.dataset.stamp === undefined) { leave(); return; }
  const before = sentence();
  Object.assign(room.dataset, fresh.dataset);
  show(page, true, which);
  const notice = document.querySelector("[data-notice]")?.textContent;
  if (options ? notice : sentence() !== before) announce(options ? notice : sentence());
}

const sentence = () => document.querySelector("[data-say], .sentence")?.textContent.trim().replace(/\s+/g, " ");

function announce(words) {
  const news = document.getElementById("news");
  news.textContent = "";
  requestAnimationFrame(() => { news.textContent = words; }); // the same words twice are said twice
}

function bare(part) { // without the clock, which is never the same
  const copy = part.cloneNode(true);
  for (const clock of copy.querySelectorAll("[data-left]")) clock.replaceWith("·");
  return copy.outerHTML;
}

function show(page, all = false, which = "[data-part]") {
  for (const part of document.querySelectorAll(which)) {
    const fresh = page.getElementById(part.id), focus = document.activeElement;
    if (!fresh) continue;
    const used = part.contains(focus) || part.querySelector(":popover-open, [open], :active");
    if (bare(fresh) !== bare(part) && (all || !used)) {
      part.replaceWith(fresh);
      if (part.contains(focus)) document.getElementById(focus.id)?.focus();
    } else {
      const clocks = fresh.querySelectorAll("[data-left]");
      for (const [index, clock] of part.querySelectorAll("[data-left]").entries()) clock.replaceWith(clocks[index] ?? "");
    }
  }
  mark();
}

async function renew() {
  const answer = await fetch(live);
  if (answer.status === 404) location.replace(live);
  if (!reached(answer)) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.getElementById("room")?.className !== room.className) { location.replace(live); return; } // another stage
  show(page);
  const news = document.getElementById("news"), words = page.getElementById("news")?.textContent;
  if (news && words !== news.textContent) news.textContent = words;
}

async function look() {
  try { if (!document.hidden) await (state ? follow() : renew()); } catch { miss(true); } // the network is away: another time
}

let banner = null; // a table's page has its own
function miss(lost) {
  if (lost && room.dataset.offline) banner ??= warn(room.dataset.offline);
  if (!lost) { banner?.remove(); banner = null; }
}

function reached(answer) {
  miss(answer.status >= 500);
  return answer.ok;
}

let close = null;
function listen() {
  close?.();
  close = document.hidden || document.querySelector("#table[data-class]") // that page listens to its table, too
    ? null : way.listen(`${ground}/events`, { class: look });
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

function mark() { // a block that is used is a hole
  const field = document.getElementById("calculation");
  if (!field) return;
  if (matchMedia("(pointer: coarse)").matches) field.inputMode = "none"; // the blocks are the keyboard
  else if (!document.activeElement?.closest("#room")) field.focus(); // nobody has to look for it
  const used = new Set(field.value.match(/\d+/g));
  for (const key of document.querySelectorAll(".tile[data-key]")) key.ariaDisabled = used.has(key.dataset.key) ? "true" : null;
}

function press(key) {
  const field = document.getElementById("calculation"), { key: sign } = key.dataset;
  const number = /\d/, free = key.closest("[data-free]");
  if (!field || key.ariaDisabled || (number.test(sign) && number.test(field.value.trim().at(-1) ?? "") && !free)) return;
  field.value = sign ? `${field.value.trim()} ${sign}`.trim() : field.value.replace(/\s*(\d+|\S)\s*$/, "");
  mark();
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (key) press(key);
});
document.addEventListener("input", mark);
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-quiet]")) return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form, event.submitter));
  visit(form.action, { method: "POST", body }).catch(() => form.submit());
});
mark();
// This page came in place of another.
if (here) announce(room.dataset.stamp === undefined ? document.getElementById("headline")?.textContent : sentence());
if (room) {
  document.addEventListener("class", look);
  document.addEventListener("visibilitychange", () => { listen(); look(); });
  addEventListener("online", look);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) look(); });
  addEventListener("pagehide", () => close?.());
  setInterval(look, 1000 * (every ?? 3));
  listen();
}
