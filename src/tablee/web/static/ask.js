// Asking the server: what a page shows, and what a form changes; every event in its turn, and one request at a time; and
// asking again while it cannot be reached.

import { expect, seen, slip, waiting } from "./moment.js";
import { rattle } from "./motion.js";
import { layout, lifted, number, table, turn } from "./page.js";
import { delivered, salt } from "./salt.js";
import { has, swap } from "./swap.js";
import { arrive, warn, way } from "./transport.js";
import { announce } from "./voice.js";

let query = null; // what is picked, as the address would say it
let banner = null; // says that the connection is lost
let latest = 0; // only the answer to the last question is shown
let busy = null; // until the answer to a request is there
let pressed = null; // a move or a pick on its way: a second tap on its button means the same
let following = false;
let retry = 0;
const taps = []; // made meanwhile

arrive((signal) => {
  query = way.here().searchParams;
  signal.addEventListener("abort", () => {
    clearTimeout(retry);
    latest += 1; // whatever is still under way was asked by another page
    busy = null;
    taps.length = 0;
    banner?.remove();
    banner = null;
  });
});

async function send(path, options = {}) {
  const answer = await way.ask(path, { ...options, headers: { "X-Tablee": has() || "part" } });
  return { ...answer, page: new DOMParser().parseFromString(answer.text, "text/html") };
}

const standing = () => number(turn()?.dataset.seq);

// `seq`: as the table stood after so many entries of its log.
export async function look(params, seq) {
  if (!table) return; // left in the meantime
  query = params;
  const mine = ++latest;
  const asked = new URLSearchParams(params);
  asked.set("layout", layout());
  if (seq > 0) asked.set("seq", seq);
  const path = table.dataset.replay ?? table.dataset.url;
  const answer = await send(`${path}?${asked}`);
  await lifted();
  if (mine === latest) show(answer);
}

// What was refused without a page of the table says why; if only for now, see later where the table stands. An answer
// that is events ahead of the page waits for them, and is asked for again in its turn.
function show({ page, ok, status }) {
  const ahead = number(page.getElementById("turn")?.dataset.seq) > standing() + 1;
  const refusal = ok ? null : page.querySelector(ahead ? "#notice" : "#fault .sentence");
  if (refusal) say(refusal.textContent);
  const answer = page.getElementById("answer");
  if (ahead && answer) document.getElementById("answer").replaceWith(answer);
  if (ahead) expect(number(page.getElementById("turn").dataset.seq));
  else if (!refusal) swap(page);
  clearTimeout(retry);
  if (status === 429 || status === 503) retry = setTimeout(refresh, 5000);
}

// The answer to a line that was typed: it stays until the next one, though nothing else of the page does.
function hear(ok) {
  const heard = document.getElementById("answer");
  if ("part" in heard.dataset) announce([...heard.children].slice(1).map((line) => line.textContent.trim()).join(" "));
  else heard.replaceChildren();
  delete heard.dataset.part;
  const typed = document.getElementById("typed");
  if (ok) typed.value = ""; else typed.select(); // the next line takes its place, unless it is mended
}

function say(words) {
  slip(words);
  announce(words);
}

// What a button does, and for whom: the same words may mean something else once the table has changed.
const meaning = ({ formAction, value }) => `${document.querySelector("#f-do [name=as]")?.value} ${formAction} ${value}`;

// Send the form of a button that was tapped; while another's answer is on its way, wait for it.
export function tap(form, submitter) {
  if (submitter?.matches(".offer[aria-pressed=true]")) { // it stays picked: what comes next is told again
    announce(document.querySelector("#panel [data-asks=next]").textContent.trim());
    return;
  }
  submitter?.classList.add("sent"); // seen at once, whenever the answer comes
  if (busy) {
    if (submitter !== pressed) taps.push({ id: submitter?.id, seq: standing(), meant: submitter && meaning(submitter) });
    return;
  }
  inTurn(async () => {
    if (form.method === "post" || submitter?.hasAttribute("aria-pressed")) pressed = submitter;
    if (form.method === "post") await change(form, submitter);
    else {
      const params = new URLSearchParams(new FormData(form, submitter));
      for (const [key, value] of [...params]) if (value === "" && key !== "pick") params.delete(key);
      await renew(params);
    }
    pressed = null;
  });
}

// One request at a time; then the next tap, and then whatever has happened.
async function inTurn(request) {
  while (busy) await busy;
  let free = null;
  const mine = busy = new Promise((done) => { free = done; });
  await request();
  if (busy === mine) busy = null;
  free();
  for (const { classList } of document.querySelectorAll(".sent")) if (!taps.length || banner) classList.remove("sent");
  if (banner) taps.length = 0; // it says that nothing can be done now
  const next = taps.shift();
  const button = next && document.getElementById(next.id);
  if (button && !button.disabled && (next.seq === standing() || next.meant === meaning(button))) button.click();
  else if (next) {
    taps.length = 0;
    if (table && next.id !== "hurry") say(table.dataset.late); // to hurry what is over already does no harm
  }
  follow();
}

async function change(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  body.set("layout", layout());
  body.set("salt", salt(table.dataset.table));
  rattle(submitter);
  try {
    const mine = ++latest;
    const answer = await send(submitter?.getAttribute("formaction") ?? form.action, { method: "POST", body });
    delivered();
    query = new URLSearchParams(body.has("as") && query.has("as") ? { as: body.get("as") } : {});
    await lifted();
    if (mine === latest) show(answer);
    if (form.id === "f-line") hear(answer.ok);
  } catch {
    await renew(); // nothing was lost: either it was done, or it can be done again
  }
}

// Show the table as it stood after so many entries; while it cannot be reached, try again and again.
function renew(params = query, seq = standing()) {
  clearTimeout(retry);
  return look(params, seq).then(() => offline(false), () => {
    offline(true);
    retry = setTimeout(refresh, 2000);
  });
}

export const refresh = () => inTurn(() => renew());

// Show what has happened meanwhile, event by event, each once the one before has been seen.
async function follow() {
  if (following || !table) return;
  following = true;
  let before = -1;
  while (waiting() > 0 && !banner && standing() > before) {
    before = standing();
    await seen();
    await inTurn(async () => { if (standing() === before && waiting() > 0) await renew(query, before + 1); });
  }
  following = false;
}

// The stream tells how many entries the log has, or (no number) that somebody came or left.
export function happened(seq = -1) {
  expect(seq);
  if (seq < 0 || banner) refresh(); else follow();
}

export function offline(lost) {
  if (!table) return;
  if (lost && !banner) {
    banner = warn(table.dataset.offline);
  } else if (!lost && banner) {
    banner.remove();
    banner = null;
    announce(table.dataset.online);
  }
}
