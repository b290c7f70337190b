// Tablée: what a browser with script adds to pages that work without it.
// Forms are sent in the background and only the parts that changed are swapped, keeping focus; a stream tells when
// somebody else has played; dice, blocks and objects move; calculations can be spoken.

const root = document.documentElement;
const table = document.getElementById("table");
const still = matchMedia("(prefers-reduced-motion: reduce)");
const wide = matchMedia("(min-width: 48rem)");
root.classList.add("live");

const kept = {
  get(key, otherwise) { try { return localStorage.getItem(key) ?? otherwise; } catch { return otherwise; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* private windows keep nothing: that is all right */ } },
};

// --- swapping ---------------------------------------------------------------------------------------------------

const sources = new Map(); // part id -> the markup it was made from
let query = new URLSearchParams(location.search); // what is picked, as the address would say it

function note(page) {
  for (const part of page.querySelectorAll("[data-part]")) sources.set(part.id, part.outerHTML);
}

function swap(text, before = snapshot()) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = [...page.querySelectorAll("[data-part]")];
  if (!fresh.length) { location.reload(); return; }
  const focused = document.activeElement;
  const focusId = focused && focused !== document.body ? focused.id : "";
  for (const part of fresh) {
    const old = document.getElementById(part.id);
    if (!old || sources.get(part.id) === part.outerHTML) continue;
    sources.set(part.id, part.outerHTML);
    old.replaceWith(document.adoptNode(part));
  }
  if (page.title) document.title = page.title;
  refocus(focusId);
  tell(before);
  animate(before);
}

// Focus stays where it was; where that is gone, it goes to what can be done now.
function refocus(id) {
  if (!id || document.activeElement?.id === id) return;
  const same = document.getElementById(id);
  const usable = (one) => one && !one.disabled && one.getClientRects().length;
  const next = [same, ...document.querySelectorAll("#panel .button.strong, #board .spot.can, #panel .button, #take-over")].find(usable);
  const target = next ?? document.getElementById("headline");
  target?.focus({ preventScroll: true }); // a browser would scroll to where a sticky panel lies unstuck
  const box = target?.getBoundingClientRect();
  if (box && (box.bottom < 0 || box.top > innerHeight)) target.scrollIntoView({ block: "center" });
}

async function send(url, options = {}) {
  const answer = await fetch(url, { ...options, headers: { "X-Tablee": "part", ...options.headers }, redirect: "follow" });
  return { text: await answer.text(), ok: answer.ok, type: answer.headers.get("content-type") ?? "" };
}

const layout = () => (wide.matches ? "wide" : "tall");
let banner = null; // says that the connection is lost
let latest = 0; // only the answer to the last question is shown
let busy = false;

async function look(params, before) {
  query = params;
  const mine = ++latest;
  const asked = new URLSearchParams(params);
  asked.set("layout", layout());
  const path = table.dataset.replay ?? `/table/${table.dataset.table}`;
  const { text } = await send(`${path}?${asked}`);
  if (mine === latest) swap(text, before);
  if (mine === latest && params.get("pick")) reveal();
}

// On a small screen what can be played now may lie out of sight.
function reveal() {
  const spots = [...document.querySelectorAll("#board .spot.can[name=move]")].map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width);
  const room = innerHeight - document.getElementById("panel").offsetHeight;
  if (!spots.length || spots.some(([, box]) => box.top > 0 && box.bottom < room)) return;
  spots[0][0].scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
}

async function change(form, submitter) {
  if (busy) return;
  busy = true;
  const body = new URLSearchParams(new FormData(form, submitter));
  body.set("layout", layout());
  const before = snapshot();
  rattle(submitter);
  try {
    const mine = ++latest;
    const { text } = await send(submitter?.getAttribute("formaction") ?? form.action, { method: "POST", body });
    query = new URLSearchParams(body.has("as") && query.has("as") ? { as: body.get("as") } : {});
    if (mine === latest) swap(text, before);
  } catch {
    refresh(); // nothing was lost: either it was done, or it can be done again
  } finally {
    busy = false;
  }
}

if (table) {
  note(document);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if ("plain" in form.dataset || !table.contains(form)) return;
    event.preventDefault();
    if (form.method === "post") { change(form, event.submitter); return; }
    const params = new URLSearchParams(new FormData(form, event.submitter));
    for (const [key, value] of [...params]) if (value === "" && key !== "pick") params.delete(key);
    refresh(params);
  });
  wide.addEventListener("change", () => refresh());
  addEventListener("online", () => refresh());
}

// --- replay: links, slider and arrow keys ------------------------------------------------------------------------

if (table?.dataset.replay) {
  const go = (at) => {
    const { length } = document.getElementById("turn").dataset;
    const there = Math.max(0, Math.min(Number(length), at));
    history.replaceState(null, "", `${table.dataset.replay}?at=${there}`);
    return look(new URLSearchParams({ at: there })).catch(() => location.reload());
  };
  const now = () => Number(document.getElementById("turn").dataset.at);
  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("a[data-step]");
    if (!step || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(Number(new URL(step.href).searchParams.get("at")));
  });
  document.addEventListener("input", (event) => { if (event.target.id === "moment") go(Number(event.target.value)); });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
}

// --- the stream: one for all tabs of this browser -------------------------------------------------------------------

const word = (seq) => Number(seq ?? -1);
const here = () => word(document.getElementById("turn")?.dataset.seq);

function heard({ table: name, seq }) {
  if (name !== table.dataset.table) return;
  if (busy) setTimeout(() => heard({ table: name, seq }), 150);
  else if (seq !== here() || banner) refresh();
}

// See where the table stands; while it cannot be reached, try again and again.
let retry = 0;
function refresh(params = query) {
  clearTimeout(retry);
  return look(params).then(() => offline(false), () => {
    offline(true);
    retry = setTimeout(refresh, 2000);
  });
}

function listen(names, onChange) {
  const params = new URLSearchParams(names.map((name) => ["table", name]));
  const stream = new EventSource(`/events?${params}`);
  stream.addEventListener("change", (event) => onChange(JSON.parse(event.data)));
  stream.addEventListener("error", () => {
    onChange(null);
    // A server that answers with an error ends the stream for good: try again all the same.
    if (stream.readyState === EventSource.CLOSED) setTimeout(() => stream.onretry?.(), 3000);
  });
  return stream;
}

function alone() {
  // No locks (plain http on a home network): a stream of one's own, only while the tab is seen.
  let stream = null;
  const open = () => {
    stream?.close();
    stream = document.hidden ? null : listen([table.dataset.table], (news) => (news ? heard(news) : offline(true)));
    if (stream) stream.onretry = open;
  };
  document.addEventListener("visibilitychange", open);
  addEventListener("pagehide", () => stream?.close());
  open();
}

function together() {
  // The tab that holds the lock keeps the stream and tells the others; when it goes, the next one takes over.
  const channel = new BroadcastChannel("tablee");
  const mine = table.dataset.table;
  channel.addEventListener("message", ({ data }) => {
    if (data.news) heard(data.news);
    if (data.lost) offline(true);
  });
  navigator.locks.request("tablee-stream", () => new Promise(() => {
    const names = new Map([[mine, Infinity]]);
    let stream = null;
    const tell = (news) => {
      if (news) { heard(news); channel.postMessage({ news }); } else { offline(true); channel.postMessage({ lost: true }); }
    };
    const open = () => {
      stream?.close();
      stream = listen([...names.keys()].slice(0, 8), tell);
      stream.onretry = open;
    };
    channel.addEventListener("message", ({ data }) => {
      if (!data.want) return;
      const known = names.has(data.want);
      if (data.want !== mine) names.set(data.want, Date.now() + 60000);
      if (!known) open();
    });
    setInterval(() => {
      const gone = [...names].filter(([, until]) => until < Date.now());
      for (const [name] of gone) names.delete(name);
      if (gone.length) open();
    }, 30000);
    channel.postMessage({ who: true });
    open();
  }));
  const want = () => channel.postMessage({ want: mine });
  channel.addEventListener("message", ({ data }) => { if (data.who) want(); });
  want();
  setInterval(want, 20000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
}

function offline(lost) {
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

if (table?.dataset.table) {
  if (navigator.locks && window.BroadcastChannel) together(); else alone();
}

// --- telling: the live region, the title, the voice ------------------------------------------------------------------

function announce(words) {
  const news = document.getElementById("news");
  if (news) news.textContent = words;
}

function tell(before) {
  const turn = document.getElementById("turn");
  if (!turn) return;
  if (table.dataset.replay) { announce(document.getElementById("headline").textContent); return; }
  if (word(turn.dataset.seq) === before.seq) return;
  const lines = [...document.querySelectorAll("#log li[data-seq]")]
    .filter((line) => word(line.dataset.seq) >= before.seq).map((line) => line.textContent.trim()).reverse();
  const headline = document.getElementById("headline").textContent;
  announce([...lines, headline].join(" "));
  if (kept.get("voice") === "on" && window.speechSynthesis && lines.length) {
    const said = new SpeechSynthesisUtterance(lines.join(" ").replaceAll("−", root.lang === "fr" ? " moins " : " minus ")
      .replaceAll("×", root.lang === "fr" ? " fois " : " times ").replaceAll("÷", root.lang === "fr" ? " divisé par " : " divided by ")
      .replaceAll("=", root.lang === "fr" ? " égale " : " equals "));
    said.lang = root.lang === "fr" ? "fr-FR" : "en-GB";
    speechSynthesis.speak(said);
  }
  if (document.hidden && turn.dataset.mine === "yes") document.title = `● ${table.dataset.yours}`;
}

// --- moving: what was where before a swap, and how it gets where it is after ----------------------------------------

function things() {
  const found = new Map();
  for (const one of document.querySelectorAll("#board svg.tablee-board g[id]")) {
    const box = one.getBoundingClientRect();
    if (box.width) found.set(one.id, { box, node: one });
  }
  return found;
}

function snapshot() {
  const turn = document.getElementById("turn");
  return { seq: word(turn?.dataset.seq), latest: turn?.dataset.latest, move: turn?.dataset.move, things: still.matches ? new Map() : things() };
}

const SPRING = "cubic-bezier(.3, 1.3, .5, 1)";

function animate(before) {
  const turn = document.getElementById("turn");
  if (!turn) return;
  const moved = turn.dataset.move !== before.move;
  const rolled = /^d\d/.test(turn.dataset.latest ?? "") && (turn.dataset.latest !== before.latest || word(turn.dataset.seq) !== before.seq);
  if (rolled && !moved) sound("dice");
  if (moved) sound(turn.dataset.move.includes("x") ? "throw" : "slide");
  if (turn.dataset.phase === "over" && moved) sound("end");
  if (still.matches) return;
  const after = things();
  for (const [id, { box, node }] of after) {
    if (/-di(e|ce)$/.test(id)) {
      if (rolled) roll(node);
      continue;
    }
    const old = before.things.get(id)?.box;
    if (!old || node.querySelector("g[id]")) continue;
    const [dx, dy] = [old.x - box.x, old.y - box.y];
    if (Math.hypot(dx, dy) < 3) continue;
    const svg = node.ownerSVGElement;
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width; // a group moves in board units
    node.animate([{ transform: `translate(${dx * scale}px, ${dy * scale}px)` }, { transform: "none" }], { duration: 420, easing: SPRING });
  }
  if (!moved) return;
  const flight = /^([a-i]\d)x([a-i]\d)$/.exec(turn.dataset.move);
  if (flight) fly(before, flight[1], flight[2]);
  for (const candle of document.querySelectorAll("#board .candle.destroyed")) {
    candle.animate([{ opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }], { duration: 900 });
  }
}

// Added to a die's own transform, a turn is a turn about its middle.
function roll(node) {
  for (const [index, die] of [...node.children].filter((one) => one.tagName === "g").entries()) {
    die.animate(
      [
        { transform: `rotate(${-260 - 90 * index}deg) scale(0.6)` },
        { transform: "rotate(25deg) scale(1.12)", offset: 0.75 },
        { transform: "rotate(0deg) scale(1)" },
      ],
      { duration: 520, easing: "ease-out", composite: "add" },
    );
  }
}

function fly(before, from, to) {
  const ends = (cell) => [...before.things].filter(([id]) => id.endsWith(`-${cell}`));
  const starts = ends(from).find(([, { node }]) => node.classList.contains("picked") || node.classList.contains("can")) ?? ends(from)[0];
  if (!starts) return;
  const [key, start] = starts;
  const owner = key.split("-").at(-2);
  const end = [...before.things].find(([id]) => id.endsWith(`-${3 - Number(owner)}-${to}`))?.[1];
  const art = start.node.querySelector("use[href*='art-']") ?? start.node;
  if (!end) return;
  const svg = document.querySelector(`#board .only-${layout()} svg.tablee-board`) ?? document.querySelector("#board svg.tablee-board");
  if (!svg) return;
  const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width;
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "g");
  shape.append(art.cloneNode(true));
  svg.append(shape);
  const [dx, dy] = [(end.box.x - start.box.x) * scale, (end.box.y - start.box.y) * scale];
  shape.animate(
    [
      { transform: "translate(0, 0)" },
      { transform: `translate(${dx / 2}px, ${dy / 2 - 40}px)`, offset: 0.5 },
      { transform: `translate(${dx}px, ${dy}px)` },
    ],
    { duration: 520, easing: "ease-in" },
  ).finished.finally(() => shape.remove());
}

// --- sounds: made here, a tenth of a second each ------------------------------------------------------------------

let audio = null;
function sound(name) {
  if (kept.get("sound", "on") !== "on" || still.matches || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const at = audio.currentTime;
  const knock = (when, pitch, long, loud, kind = "triangle") => {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = kind;
    tone.frequency.setValueAtTime(pitch, at + when);
    tone.frequency.exponentialRampToValueAtTime(Math.max(40, pitch / 2), at + when + long);
    gain.gain.setValueAtTime(loud, at + when);
    gain.gain.exponentialRampToValueAtTime(0.001, at + when + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(at + when);
    tone.stop(at + when + long);
  };
  if (name === "dice") for (const [when, pitch] of [[0, 420], [0.07, 360], [0.16, 480], [0.3, 300]]) knock(when, pitch, 0.06, 0.12);
  if (name === "slide") knock(0, 220, 0.16, 0.12, "sine");
  if (name === "throw") { knock(0, 700, 0.35, 0.06, "sine"); knock(0.42, 140, 0.15, 0.16); }
  if (name === "end") for (const [when, pitch] of [[0.2, 523], [0.34, 659], [0.48, 784], [0.62, 1046]]) knock(when, pitch, 0.3, 0.08, "sine");
}

function rattle(submitter) {
  if (submitter?.getAttribute("formaction")?.endsWith("/roll") && !still.matches) {
    for (const die of document.querySelectorAll("#board [id$='-die'] > g, #board [id$='-dice'] > g")) {
      die.animate(
        [{ transform: "rotate(-8deg)" }, { transform: "rotate(8deg)" }, { transform: "rotate(-8deg)" }],
        { duration: 160, iterations: 3, composite: "add" },
      );
    }
  }
}

for (const [id, first] of [["sound", "on"], ["voice", "off"]]) {
  const button = document.getElementById(id);
  if (!button) continue;
  const show = () => button.setAttribute("aria-pressed", String(kept.get(id, first) === "on"));
  button.addEventListener("click", () => {
    kept.set(id, kept.get(id, first) === "on" ? "off" : "on");
    show();
    if (id === "voice") speechSynthesis?.cancel();
  });
  show();
}

// --- sharing ------------------------------------------------------------------------------------------------------

document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-share]");
  if (!button) return;
  const url = button.dataset.share;
  try {
    if (navigator.share) await navigator.share({ title: document.title, url });
    else {
      await navigator.clipboard.writeText(url);
      button.textContent = table.dataset.copied;
    }
  } catch {
    button.closest(".link")?.querySelector("input[readonly]")?.select(); // refused or not possible: ready to copy by hand
  }
});
