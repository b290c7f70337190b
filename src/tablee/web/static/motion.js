// Moving: what was where before a swap, and how it gets where it is after. What moved, the page says itself: `data-event`
// (roll, slide, throw …), and where something flies, `data-from` and `data-to`: the keys of two things on the board. What
// is new on the board (a number written, a zone won, a row folded, a candle out) shows by comparing.

import { moment, play } from "./moment.js";
import { layout, number, still, table, turn } from "./page.js";
import { sound } from "./sound.js";

const board = () => document.querySelector(`#board .only-${layout()} svg.tablee-board`) ?? document.querySelector("#board svg.tablee-board");

const thrown = () => [...document.querySelectorAll(".opening .thrown")]; // for who begins

// Where each thing is, in board units from the board's middle: what grows or shrinks with its board has not moved on it.
function things() {
  const found = new Map();
  const svg = board();
  if (!svg) return found;
  const whole = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / whole[side() % 2 ? "height" : "width"];
  for (const thing of svg.querySelectorAll("g[id]")) {
    const box = thing.getBoundingClientRect();
    const at = level(box.x + (box.width - whole.width) / 2 - whole.x, box.y + (box.height - whole.height) / 2 - whole.y).map((step) => step * scale);
    if (box.width) found.set(thing.id, { at, node: thing, full: thing.matches(".cell:not(.empty)"), out: thing.matches(".candle.destroyed") });
  }
  return found;
}

// The zones that are held, and how many rows are folded.
const held = () => new Set([...(board()?.querySelectorAll("[data-holder]") ?? [])].map((part) => part.dataset.zone));
const folded = () => [...(board()?.querySelectorAll("[data-folded]") ?? [])].reduce((sum, part) => sum + Number(part.dataset.folded), 0);

// A table laid flat faces whoever is to play, so many quarter turns from the near side: a step across the window is another
// one across the board.
const side = () => Number(turn()?.dataset.side ?? 0);
const level = (x, y) => [[x, y], [y, -x], [-x, -y], [-y, x]][side()];

export function snapshot() {
  const { count, mine } = turn()?.dataset ?? {};
  return { events: number(count), mine, side: side(), thrown: thrown().map(({ textContent }) => textContent), things: things(), zones: held(), folds: folded() };
}

const later = (name) => setTimeout(() => sound(name), 0); // a phone's first sound takes long: the page is shown before
const SPRING = "cubic-bezier(.3, 1.3, .5, 1)";

// Show what has just happened as a moment; of the event that ends a game, before the picture of the end. `settle` is done
// before anything moves, as long as the page is laid out, and `ended` after the end has been seen.
export function animate(before, settle, ended) {
  const now = turn()?.dataset;
  if (!now || number(now.count) <= before.events) { // something taken back is no event
    const after = things();
    settle();
    slide(before, after, 420);
    const cast = before.thrown.length ? thrown().filter(({ textContent }, at) => textContent !== before.thrown[at]) : [];
    if (cast.length) later("roll");
    const time = cast.length && moment(document.querySelector(".begins") ? "begin" : "roll", () => {});
    for (const { firstElementChild } of cast) fall(firstElementChild, Math.min(720, time));
    return;
  }
  const [rolled, over] = [now.event === "roll", now.phase === "over"];
  table.classList.toggle("closing", over); // the board is seen once more
  const hand = document.getElementById("dice");
  const after = things();
  settle();
  const turned = (name) => [...after].filter(([id, thing]) => thing[name] && before.things.has(id) && !before.things.get(id)[name]).map(([, thing]) => thing.node);
  const [written, blown] = [turned("full"), turned("out")];
  const zones = [...held()].filter((zone) => !before.zones.has(zone));
  const folds = folded() > before.folds;
  const motion = blown.length ? "candle" : folds ? "fold" : zones.length ? "zone" : now.motion;
  const kind = rolled ? (over || hand?.classList.contains("done") ? "lost" : "roll") : motion === "slide" && before.mine === "no" ? "push" : motion;
  later(!rolled ? motion : hand?.dataset.double ? "double" : "roll");
  const time = moment(kind, () => {
    if (!over) return;
    table.classList.remove("closing");
    later("end");
    ended();
  });
  if (rolled) for (const die of hand?.querySelectorAll(".die") ?? []) fall(die, time, hand.dataset.double);
  slide(before, after, Math.min(420, time));
  if (rolled) return;
  if (now.from && before.side === side()) fly(before, now.from, now.to, time);
  for (const cell of written) pop(cell, Math.min(380, time));
  for (const candle of blown) play(candle, [{ opacity: 1 }, { opacity: 0.1 }, { opacity: 0.8 }, { opacity: 0.2 }, { opacity: 1 }], { duration: 0.6 * time });
  if (folds) for (const fold of board().querySelectorAll(".fold")) play(fold, [{ opacity: 0, transform: "translateY(12px)" }, { opacity: 1, transform: "none" }], { duration: time });
  for (const zone of zones) win(zone, time);
}

// What lies elsewhere on the board now slides there.
function slide(before, after, duration) {
  for (const [id, { at, node }] of before.side === side() ? after : []) {
    const old = before.things.get(id)?.at;
    if (!old || node.querySelector("g[id]")) continue;
    const [dx, dy] = [old[0] - at[0], old[1] - at[1]];
    if (Math.hypot(dx, dy) >= 3) play(node, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration, easing: SPRING });
  }
}

// A die falls where it stays; two that are alike jump for joy.
function fall(die, duration, double) {
  const joy = double ? [{ transform: "scale(1.15) rotate(-10deg)", offset: 0.75 }, { transform: "scale(1.1) rotate(8deg)", offset: 0.88 }] : [];
  play(die, [{ opacity: 0, transform: "rotate(-300deg) scale(.3)" }, { opacity: 1, transform: "none", offset: 0.6 }, ...joy, { transform: "none" }], { duration, easing: "ease-out" });
}

function pop(cell, duration, delay = 0) {
  cell.style.transformBox = "fill-box";
  cell.style.transformOrigin = "center";
  play(cell, [{ opacity: delay ? 1 : 0, transform: delay ? "none" : "scale(.4)" }, { opacity: 1, transform: "scale(1.18)", offset: 0.6 }, { transform: "none" }], { duration, delay, easing: "ease-out" });
}

// A zone is won: a ring is drawn around its holder's cells, which hop; the reason grows where it stands.
function win(zone, time) {
  const svg = board();
  const verdict = svg.querySelector(`[data-zone="${zone}"][data-holder]`);
  const cells = [...svg.querySelectorAll("g[id]")].filter(({ id }) => id.includes(`-${verdict.dataset.holder}-${zone}`) && /[a-c]$/.test(id));
  for (const part of verdict.children) {
    part.style.transformBox = "fill-box";
    part.style.transformOrigin = "center";
    play(part, [{ opacity: 0, transform: "scale(.2)" }, { opacity: 1, transform: "none" }], { delay: 0.27 * time, duration: 0.33 * time, easing: SPRING });
  }
  if (!cells.length || still.matches) return;
  const boxes = cells.map((cell) => cell.querySelector("path").getBBox()); // digits reach out of it, reasons lie right above and below
  const [left, top] = [Math.min(...boxes.map((box) => box.x)) - 4, Math.min(...boxes.map((box) => box.y))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.x + box.width)) + 4, Math.max(...boxes.map((box) => box.y + box.height))];
  const ring = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({ class: "ring", x: left, y: top, width: right - left, height: bottom - top, rx: 8, pathLength: 1 })) ring.setAttribute(name, value);
  svg.append(ring);
  const drawn = ring.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0, offset: 0.3 }, { strokeDashoffset: 0 }], { duration: time });
  drawn.finished.finally(() => ring.remove());
  cells.forEach((cell, at) => pop(cell, 0.3 * time, (0.13 + 0.08 * at) * time));
}

function fly(before, from, to, time) {
  const [start, end] = [from, to].map((key) => [...before.things].find(([id]) => id.endsWith(`-${key}`))?.[1]);
  const svg = board();
  if (!start || !end || !svg || still.matches) return;
  const now = document.getElementById(start.node.id)?.querySelector("use[href*='art-']"); // what stays goes over to it
  const art = start.node.querySelector("use[href*='art-']") ?? now ?? start.node;
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "g");
  shape.append(art.cloneNode(true));
  svg.append(shape);
  const [own, view] = [shape.getBBox(), svg.viewBox.baseVal];
  const middle = [view.x + view.width / 2 - own.x - own.width / 2, view.y + view.height / 2 - own.y - own.height / 2];
  const lies = ([x, y]) => `translate(${middle[0] + x}px, ${middle[1] + y}px)`;
  const halfway = [(start.at[0] + end.at[0]) / 2, (start.at[1] + end.at[1]) / 2 - 40];
  shape.animate(
    [{ transform: lies(start.at) }, { transform: lies(halfway), offset: 0.5 }, { transform: lies(end.at) }],
    { duration: Math.min(520, time), easing: "ease-in" },
  ).finished.finally(() => shape.remove());
}

export function rattle(submitter) {
  if (submitter?.getAttribute("formaction")?.endsWith("/roll") && !still.matches) {
    const shake = [{ transform: "rotate(-8deg)" }, { transform: "rotate(8deg)" }, { transform: "rotate(-8deg)" }];
    submitter.querySelector(".icon")?.animate(shake, { duration: 160, iterations: 3 });
  }
}
