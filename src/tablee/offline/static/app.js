// The page's side of the app: pages are asked of the worker and shown in place of one another; the address behind the
// `#` says which.

import build from "./build.js";
import { keeper, kept, listening, mend, mended, post, quick, restart, succeeded, trying, version, work, worker } from "./lead.js";
import { arrived, use } from "./transport.js";

const root = document.documentElement;
const site = new URL("../../", import.meta.url);
const query = new URLSearchParams(location.search);
if (build.words[query.get("lang")]) kept.set("lang", query.get("lang")); // of the page that led here
const wanted = () => kept.get("lang") ?? navigator.languages.map((lang) => lang.slice(0, 2)).find((lang) => lang === "fr" || lang === "en") ?? "fr";
const words = () => build.words[root.lang] ?? build.words.fr;

// --- asking ---------------------------------------------------------------------------------------------------------

let ready = false;
let failed = "";
let last = 0;
let asked = 0; // when
const IDLE = 3000; // milliseconds
const own = Math.random().toString(36).slice(2);
const waiting = new Map(); // id -> what was asked, and who waits for the answer
const streams = new Map(); // id -> the path, and who hears it

const normal = (path) => {
  const { pathname, search } = new URL(path, location.origin);
  return pathname + search;
};

async function ask(path, { method = "GET", body = null, headers = {} } = {}) {
  if (failed) throw new Error(failed);
  const sent = body ? new Response(body) : null;
  const fields = { ...headers, "accept-language": wanted() };
  if (sent) fields["content-type"] = sent.headers.get("content-type");
  const id = `${own}-${++last}`;
  asked = performance.now();
  const message = { id, ask: { method, path: normal(path), headers: fields, body: sent ? await sent.arrayBuffer() : null } };
  const answer = await new Promise((resolve, reject) => {
    waiting.set(id, { message, resolve, reject });
    post(message);
    progress();
  });
  return { ...answer, ok: answer.status < 400, text: new TextDecoder().decode(answer.body) };
}

function listen(path, heard) {
  const id = `${own}-${++last}`;
  let rest = "";
  const hear = (news) => {
    const parts = (rest + news).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const kind = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (kind && data) heard[kind]?.(JSON.parse(data));
    }
  };
  streams.set(id, { message: { id, listen: path }, hear });
  post({ id, listen: path });
  return () => { streams.delete(id); post({ id, stop: true }); };
}

// --- hearing --------------------------------------------------------------------------------------------------------

function hear(data) {
  if (data.version && data.version !== version) { if (!worker) say(words().elsewhere); return; }
  const { id, answer, news } = data;
  if (id && answer) { waiting.get(id)?.resolve(answer); waiting.delete(id); progress(); }
  if (id && news) streams.get(id)?.hear(news);
  if (data.arrived) progress(data.arrived);
  if (data.leads) ready = false;
  if (data.awake) { repeat(); preload(); }
  if (data.trying) trying();
  if (data.from === "snapshot") succeeded();
  if (data.ready && !ready) { ready = true; root.dataset.from = data.from; progress(); begun(data.trouble || (data.games === 0 && kept.get("games") > 0 ? "lost" : "")); }
  if (data.games !== undefined) kept.set("games", data.games);
  if (data.failed) fail(data.failed);
}

// A worker that has just begun knows nothing of what was asked before.
function repeat() {
  for (const { message } of [...waiting.values(), ...streams.values()]) post(message);
}

const SNAPSHOT = { cacheName: `snapshot-${version}` };
const snapshot = () => caches.match(new URL("snapshot", import.meta.url), SNAPSHOT).catch(() => null);

// While Python begins, the browser has time for the scripts and fonts of the first table.
function preload() {
  document.fonts.load("1em 'Amatic SC'").catch(() => {});
  import(new URL(build.table, site)).catch(() => {}); // the table will ask again
}

// Once nothing has been asked for a while, the snapshot for the next start is taken.
async function takeSnapshot() {
  const idle = !waiting.size && performance.now() - asked > IDLE;
  if (!idle) { setTimeout(takeSnapshot, IDLE); return; }
  if (!quick || !worker || !keeper() || await snapshot()) return;
  trying();
  const maker = work("snapshot.js");
  maker.onmessage = maker.onerror = ({ data }) => { maker.terminate(); if (data === "made") succeeded(); };
}

// --- saying how far it is -------------------------------------------------------------------------------------------

let line = null;
function say(text) {
  if (!text) { line?.remove(); line = null; return; }
  if (!line) {
    line = document.createElement("p");
    line.className = "offline";
    line.id = "app-news";
    line.setAttribute("role", "status");
  }
  if (!line.isConnected) document.body.append(line);
  line.textContent = text;
}

let there = 0;
let underway = false; // is the line about what is on its way?
function progress(bytes = there) {
  there = bytes;
  if (failed) return;
  const total = Object.values(build.large).reduce((sum, size) => sum + size, 0);
  const size = (count) => (count / 1e6).toLocaleString(root.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const cold = there && there < total;
  const before = underway;
  underway = !ready && (cold || waiting.size > 0);
  if (underway) say(cold ? words().arriving.replace("{0}", size(there)).replace("{1}", size(total)) : words().starting);
  else if (before) say("");
}

// Does the host answer? Asked in a way that nothing kept here answers.
const reached = () => fetch(new URL("service.js", site), { method: "HEAD", cache: "no-store" }).then(({ ok }) => ok, () => false);

// What does not start may be damaged in the cache: once, it is fetched anew, if there is a network to bring it.
async function fail(why) {
  if (quick && worker && await snapshot()) {
    await caches.delete(SNAPSHOT.cacheName);
    restart(true);
    return;
  }
  const damaged = keeper();
  if (damaged && !mended && why !== "old" && await reached()) {
    for (const name of await caches.keys()) if (name.startsWith("tablee-")) await caches.delete(name);
    damaged.postMessage("mend");
    mend();
    say(words().mending);
    return;
  }
  failed = why;
  say(words()[why] ?? words().failed);
  for (const { reject } of waiting.values()) reject(new Error(why));
  waiting.clear();
}

// --- showing --------------------------------------------------------------------------------------------------------

const here = () => new URL(location.hash.startsWith("#/") ? location.hash.slice(1) : "/", location.origin);
const at = (url) => url.pathname + url.search + url.hash;
let latest = 0;
let visits = 0; // under way

async function dress(page) {
  const old = [...document.head.querySelectorAll("link[rel=stylesheet]")];
  const has = new Map(old.map((link) => [link.getAttribute("href"), link]));
  const fresh = [...page.head.querySelectorAll("link[rel=stylesheet]")].filter((link) => !has.delete(link.getAttribute("href")));
  await Promise.all(fresh.map((link) => new Promise((resolve) => {
    const made = document.createElement("link");
    Object.assign(made, { rel: "stylesheet", href: link.getAttribute("href"), onload: resolve, onerror: resolve });
    document.head.append(made);
  })));
  return [...has.values()];
}

function point(name) {
  const found = document.getElementById(decodeURIComponent(name));
  if (!found) { scrollTo(0, 0); return; }
  for (let fold = found.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  found.scrollIntoView();
  found.focus({ preventScroll: true });
}

// Pages of paper say their sizes in millimetres; a script may set them, a page may not. Long rules are set smaller, until
// they end above the line at the bottom.
function sized() {
  for (const node of document.querySelectorAll("[data-style]")) node.style.cssText = node.dataset.style;
  for (const cards of document.querySelectorAll(".set-cards")) {
    const foot = cards.parentElement.lastElementChild, last = foot.previousElementSibling;
    const over = () => last.getBoundingClientRect().bottom > foot.getBoundingClientRect().top;
    for (let size = 0.98; over() && size > 0.6; size -= 0.02) cards.style.zoom = size;
  }
}

async function pictures() {
  for (const image of document.querySelectorAll("img[data-src]")) {
    const { kind, body, ok } = await ask(image.dataset.src);
    const text = ok ? Array.from(body, (byte) => String.fromCharCode(byte)).join("") : "";
    image.src = ok ? `data:${kind.split(";")[0]};base64,${btoa(text)}` : "";
  }
}

// What somebody has opened and filled in on a page, for the same page drawn again.
function touched() {
  const name = (fold) => fold.id || fold.querySelector("[id]")?.id;
  const open = new Set([...document.querySelectorAll("details[open]")].map(name));
  const usual = (list) => Math.max(0, [...list.options].findIndex((option) => option.defaultSelected));
  const chosen = [...document.querySelectorAll("select[id]")].filter((select) => select.selectedIndex !== usual(select));
  const typed = [...document.querySelectorAll("input[id]:not([type=file])")].filter((input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked);
  return () => {
    for (const fold of document.querySelectorAll("details")) if (open.has(name(fold))) fold.open = true;
    for (const { id, value, checked } of [...chosen, ...typed]) {
      const found = document.getElementById(id);
      if (found) Object.assign(found, { value, checked });
    }
  };
}

async function show(text, { quietly = false, same = false } = {}) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const gone = await dress(page);
  const focused = quietly && document.activeElement?.id;
  document.title = page.title;
  root.lang = page.documentElement.lang;
  root.dataset.theme = page.documentElement.dataset.theme;
  kept.set("theme", root.dataset.theme);
  if (kept.get("lang") || root.lang !== wanted()) kept.set("lang", root.lang);
  const restore = same ? touched() : () => {};
  document.body.replaceWith(document.adoptNode(page.body));
  restore();
  for (const link of gone) link.remove();
  document.fonts.ready.then(sized);
  if (line) document.body.append(line);
  arrived();
  for (const script of page.querySelectorAll("script[type=module][src]")) await import(new URL(script.getAttribute("src"), site));
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  pictures();
}

function save(name, kind, body) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([body], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// `step`: how the address changes, by a new step of the history, by none, or in place.
async function visit(path, options = {}, step = "pushState", same = false) {
  const mine = ++latest;
  let answer;
  visits += 1;
  const early = !ready && !options.method && build.pages[normal(path)];
  try {
    answer = early
      ? { text: await (await fetch(new URL(`pages/${wanted()}/${early}`, site))).text(), kind: "text/html", path }
      : await ask(path, options);
  } catch {
    return; // what went wrong is said already
  } finally {
    visits -= 1;
  }
  if (mine !== latest) return;
  if (answer.name) { save(answer.name, answer.kind, answer.body); return; }
  if (step) history[step](null, "", `#${answer.path}`);
  if (!answer.kind.startsWith("text/html")) { document.body.textContent = answer.text; return; }
  await show(answer.text, { quietly: !step, same });
  if (!step) return;
  point(here().hash.slice(1));
  if (!here().hash) document.getElementById("main")?.focus({ preventScroll: true });
}

// The first page was made when the app was: now that Python is here, it may know more.
async function begun(trouble) {
  keep().catch(() => {}); // a host or a browser that keeps nothing: the app plays all the same
  if (trouble) say(words()[trouble] ?? words().refused);
  const early = build.pages[normal(here())];
  if (early && !waiting.size && !visits) visit(at(here()), {}, null, true);
}

addEventListener("click", (event) => {
  if (event.target.closest?.("[data-print]")) { print(); return; }
  const link = event.target.closest?.("a[href^='#'], a[href^='?']");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const to = link.getAttribute("href");
  if (to[0] === "?") visit(here().pathname + to); else if (to[1] === "/") visit(to.slice(1)); else point(to.slice(1));
});

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented) return;
  event.preventDefault();
  const action = event.submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? at(here());
  const data = new FormData(form, event.submitter);
  if (form.method !== "post") { visit(`${normal(action)}?${new URLSearchParams(data)}`); return; }
  visit(action, { method: "POST", body: form.enctype === "multipart/form-data" ? data : new URLSearchParams(data) });
});

addEventListener("popstate", () => visit(at(here()), {}, null));
addEventListener("pagehide", () => { for (const id of streams.keys()) post({ id, stop: true }); });

use({
  ask,
  listen,
  alone: true,
  here,
  there: (link) => new URL(link.getAttribute("href").slice(1), location.origin),
  rename: (path) => history.replaceState(null, "", `#${path}`),
  reload: () => visit(at(here()), {}, null),
});

// --- kept for good ---------------------------------------------------------------------------------------------------

// A new version is offered between games, and taken when it is asked for.
function offer(waiting) {
  const playing = document.querySelector("#table[data-table] #turn:not([data-phase=over])");
  if (playing || line) { setTimeout(() => offer(waiting), 5000); return; }
  say(words().fresh);
  const button = document.createElement("button");
  Object.assign(button, { className: "button", id: "app-take", textContent: words().take });
  button.addEventListener("click", () => waiting.postMessage("now"));
  line.append(" ", button);
}

async function keep() {
  if (!navigator.serviceWorker) return;
  let controlled = Boolean(keeper()); // the first to take over brings nothing new
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!keeper()) return;
    if (controlled) location.reload();
    controlled = true;
    takeSnapshot();
  });
  if (controlled) takeSnapshot();
  const there = await navigator.serviceWorker.register(new URL("service.js", site));
  const watch = (fresh) => fresh?.addEventListener("statechange", () => {
    if (fresh.state === "installed" && keeper()) offer(fresh);
  });
  if (there.waiting) offer(there.waiting);
  there.addEventListener("updatefound", () => watch(there.installing));
  navigator.storage?.persist?.();
}

root.dataset.theme = kept.get("theme") ?? "auto";
listening(hear);
const other = at(here()) !== "/" || root.lang !== wanted();
// A link may ask for a game at once: `?play=cadeau-here` is the button of that name on the page of that game.
const game = !location.hash && query.get("play");
if (game || query.has("lang")) history.replaceState(null, "", location.pathname + location.hash);
const first = game ? `/game/${game.split("-")[0]}` : other && at(here());
// What a link leads to is on its way: meanwhile the first page offers nothing else to begin.
if (other && !game && !ready && !build.pages[normal(here())]) {
  const title = Object.assign(document.createElement("h1"), { className: "welcome", id: "on-its-way" });
  title.textContent = words()[here().pathname.startsWith("/by-message/") ? "invited" : "starting"];
  document.getElementById("main")?.replaceChildren(title);
}
Promise.resolve(first && visit(first, {}, null)).then(() => game && document.getElementById(game)?.click());
