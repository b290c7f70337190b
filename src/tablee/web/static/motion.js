// Moving: what was where before a swap, and how it gets where it is after. What moved, the page says itself: `data-event`
// (roll, slide, throw …), and where something flies, `data-from` and `data-to`: the keys of two things on the board. What
// is new on the board (a number written, a zone won, a row folded, a candle out) shows by comparing.

import { hush, moment } from "./moment.js";
import { layout, number, still, turn } from "./page.js";
import { sound } from "./sound.js";

const board = () => document.querySelector(`#board .only-${layout()} svg.tablee-board`) ?? document.querySelector("#board svg.tablee-board");

// Where each thing is, in board units from the board's middle: what grows or shrinks with its board has not moved on it.
function things() {
  const found = new Map();
  const svg = board();
  if (!svg) return found;
  const whole = svg.getBoundingClientRect();
  const scale = svg.viewBox.baseVal.width / whole[side() % 2 ? "height" : "width"];
  for (const one of svg.querySelectorAll("g[id]")) {
    const box = one.getBoundingClientRect();
    const at = level(box.x + (box.width - whole.width) / 2 - whole.x, box.y + (box.height - whole.height) / 2 - whole.y).map((step) => step * scale);
    if (box.width) found.set(one.id, { at, node: one, full: one.matches(".cell:not(.empty)"), out: one.matches(".candle.destroyed") });
  }
  return found;
}

// How many zones are held, and how many rows folded.
const count = (name, worth) => [...(board()?.querySelectorAll(`[${name}]`) ?? [])].reduce((sum, one) => sum + worth(one.getAttribute(name)), 0);

// A table laid flat faces whoever is to play, so many quarter turns from the near side: a step across the window is another
// one across the board.
const side = () => Number(turn()?.dataset.side ?? 0);
const level = (x, y) => [[x, y], [y, -x], [-x, -y], [-y, x]][side()];

export function snapshot() {
  const { seq, count: events } = turn()?.dataset ?? {};
  return { seq: number(seq), events: number(events), side: side(), things: things(), zones: count("data-holder", () => 1), folds: count("data-folded", Number) };
}

const said = () => document.getElementById("said-last")?.textContent.trim() ?? "";
const later = (name) => setTimeout(() => sound(name), 0); // a phone's first sound takes long: the page is shown before
const SPRING = "cubic-bezier(.3, 1.3, .5, 1)";

export function animate(before) {
  const now = turn()?.dataset;
  if (!now) return;
  const fresh = number(now.count) > before.events; // something taken back is no event
  const [rolled, moved] = [fresh && now.event === "roll", fresh && now.event !== "roll"];
  const after = things();
  const written = [...after].filter(([id, one]) => one.full && before.things.has(id) && !before.things.get(id).full).map(([, one]) => one.node);
  const blown = [...after].filter(([id, one]) => one.out && before.things.has(id) && !before.things.get(id).out).map(([, one]) => one.node);
  const zones = count("data-holder", () => 1) > before.zones;
  const folds = count("data-folded", Number) > before.folds;
  if (rolled) later(document.getElementById("dice")?.dataset.double ? "double" : "roll");
  else if (moved) later(blown.length ? "candle" : folds ? "fold" : zones ? "zone" : now.motion);
  if (now.phase === "over" && moved) later("end");
  if (fresh) hush(); // what is shown of an earlier event is over, however the next one was asked for
  if (rolled) throwing();
  else if (moved && (blown.length || folds || zones || now.motion === "reveal") && now.phase !== "over") moment([], said());
  if (still.matches) return;
  for (const [id, { at, node }] of before.side === side() ? after : []) {
    const old = before.things.get(id)?.at;
    if (!old || node.querySelector("g[id]")) continue;
    const [dx, dy] = [old[0] - at[0], old[1] - at[1]];
    if (Math.hypot(dx, dy) < 3) continue;
    node.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: 420, easing: SPRING });
  }
  if (!moved) return;
  if (now.from && before.side === side()) fly(before, now.from, now.to);
  for (const cell of written) pop(cell);
  for (const candle of blown) candle.animate([{ opacity: 1 }, { opacity: 0.1 }, { opacity: 0.8 }, { opacity: 0.2 }, { opacity: 1 }], { duration: 900 });
  if (folds) for (const fold of board().querySelectorAll(".fold")) fold.animate([{ opacity: 0, transform: "translateY(12px)" }, { opacity: 1, transform: "none" }], { duration: 500 });
}

// A throw falls on the board; one that asks for nothing (a 7, nothing to push) stays a good second and says why.
function throwing() {
  const hand = document.getElementById("dice");
  if (!hand) return;
  const lost = hand.classList.contains("done");
  const { double } = hand.dataset;
  const goal = hand.querySelector(".goal")?.textContent ?? "";
  const words = lost ? said() : double ? `${double} ${goal}` : goal;
  if (lost || double || !still.matches) moment([...hand.querySelectorAll(".die")], words, double ? "double" : "");
}

function pop(cell) {
  const box = cell.getBBox();
  cell.animate(
    [{ opacity: 0, transform: "scale(.4)" }, { opacity: 1, transform: "scale(1.18)", offset: 0.6 }, { transform: "none" }],
    { duration: 380, easing: "ease-out" },
  );
  cell.style.transformOrigin = `${box.x + box.width / 2}px ${box.y + box.height / 2}px`;
}

function fly(before, from, to) {
  const [start, end] = [from, to].map((key) => [...before.things].find(([id]) => id.endsWith(`-${key}`))?.[1]);
  if (!start || !end) return;
  const art = start.node.querySelector("use[href*='art-']") ?? start.node;
  const svg = board();
  if (!svg) return;
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "g");
  shape.append(art.cloneNode(true));
  svg.append(shape);
  const [own, view] = [shape.getBBox(), svg.viewBox.baseVal];
  const middle = [view.x + view.width / 2 - own.x - own.width / 2, view.y + view.height / 2 - own.y - own.height / 2];
  const lies = ([x, y]) => `translate(${middle[0] + x}px, ${middle[1] + y}px)`;
  const halfway = [(start.at[0] + end.at[0]) / 2, (start.at[1] + end.at[1]) / 2 - 40];
  shape.animate(
    [{ transform: lies(start.at) }, { transform: lies(halfway), offset: 0.5 }, { transform: lies(end.at) }],
    { duration: 520, easing: "ease-in" },
  ).finished.finally(() => shape.remove());
}

export function rattle(submitter) {
  if (submitter?.getAttribute("formaction")?.endsWith("/roll") && !still.matches) {
    const shake = [{ transform: "rotate(-8deg)" }, { transform: "rotate(8deg)" }, { transform: "rotate(-8deg)" }];
    submitter.querySelector(".icon")?.animate(shake, { duration: 160, iterations: 3 });
  }
}
