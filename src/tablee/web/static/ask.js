// Asking the server: what a page shows, and what a form changes; and asking again while it cannot be reached.

import { moment } from "./moment.js";
import { rattle, snapshot } from "./motion.js";
import { layout, lifted, number, table, turn } from "./page.js";
import { delivered, salt } from "./salt.js";
import { has, swap } from "./swap.js";
import { arrive, way } from "./transport.js";
import { announce } from "./voice.js";

let query = null; // what is picked, as the address would say it
let banner = null; // says that the connection is lost
let latest = 0; // only the answer to the last question is shown
let busy = false; // the answer to a tap is on its way
let pressed = null; // a move or a pick on its way: a second tap on its button means the same
let retry = 0;
const queue = []; // taps made meanwhile

arrive((signal) => {
  query = way.here().searchParams;
  signal.addEventListener("abort", () => {
    clearTimeout(retry);
    latest += 1; // whatever is still under way was asked by another page
    busy = false;
    queue.length = 0;
    banner?.remove();
    banner = null;
  });
});

export const state = { get busy() { return busy; }, get lost() { return banner !== null; } };

const send = (path, options = {}) => way.ask(path, { ...options, headers: { "X-Tablee": has() || "part" } });

export async function look(params, before) {
  query = params;
  const mine = ++latest;
  const asked = new URLSearchParams(params);
  asked.set("layout", layout());
  const path = table.dataset.replay ?? `/table/${table.dataset.table}`;
  const answer = await send(`${path}?${asked}`);
  await lifted();
  if (mine === latest) show(answer, before);
}

// What was refused without a page of the table says why; if only for now, see later where the table stands.
function show({ text, ok, status }, before) {
  const fault = ok ? "" : new DOMParser().parseFromString(text, "text/html").querySelector("#fault .sentence")?.textContent;
  if (!fault) { swap(text, before); return; }
  moment([], fault);
  announce(fault);
  clearTimeout(retry);
  if (status === 429 || status === 503) retry = setTimeout(refresh, 5000);
}

// What a button does, and for whom: the same words may mean something else once the table has changed.
const meaning = ({ formAction, value }) => `${document.querySelector("#f-do [name=as]")?.value} ${formAction} ${value}`;
const standing = () => number(turn()?.dataset.seq);

// Send the form of a button that was tapped; while another's answer is on its way, wait for it.
export async function tap(form, submitter) {
  submitter?.classList.add("sent"); // seen at once, whenever the answer comes
  if (busy) {
    if (submitter !== pressed) queue.push({ id: submitter?.id, seq: standing(), meant: submitter && meaning(submitter) });
    return;
  }
  busy = true;
  if (form.method === "post" || submitter?.hasAttribute("aria-pressed")) pressed = submitter;
  if (form.method === "post") await change(form, submitter);
  else {
    const params = new URLSearchParams(new FormData(form, submitter));
    for (const [key, value] of [...params]) if (value === "" && key !== "pick") params.delete(key);
    await refresh(params);
  }
  busy = false;
  pressed = null;
  for (const { classList } of document.querySelectorAll(".sent")) if (!queue.length || banner) classList.remove("sent");
  if (banner) queue.length = 0; // it says that nothing can be done now
  const next = queue.shift();
  if (!next) return;
  const button = document.getElementById(next.id);
  if (button && !button.disabled && (next.seq === standing() || next.meant === meaning(button))) { button.click(); return; }
  queue.length = 0;
  moment([], table.dataset.late, 1.6);
  announce(table.dataset.late);
}

async function change(form, submitter) {
  const body = new URLSearchParams(new FormData(form, submitter));
  body.set("layout", layout());
  body.set("salt", salt(table.dataset.table));
  const before = snapshot();
  rattle(submitter);
  try {
    const mine = ++latest;
    const answer = await send(submitter?.getAttribute("formaction") ?? form.action, { method: "POST", body });
    delivered();
    query = new URLSearchParams(body.has("as") && query.has("as") ? { as: body.get("as") } : {});
    await lifted();
    if (mine === latest) show(answer, before);
  } catch {
    refresh(); // nothing was lost: either it was done, or it can be done again
  }
}

// See where the table stands; while it cannot be reached, try again and again.
export function refresh(params = query) {
  clearTimeout(retry);
  return look(params).then(() => offline(false), () => {
    offline(true);
    retry = setTimeout(refresh, 2000);
  });
}

export function offline(lost) {
  if (!table) return;
  if (lost && !banner) {
    banner = document.createElement("p");
    banner.className = "offline";
    banner.setAttribute("role", "status");
    banner.textContent = table.dataset.offline;
    document.body.append(banner);
  } else if (!lost && banner) {
    banner.remove();
    banner = null;
    announce(table.dataset.online);
  }
}
