// The keyboard: a board is one stop of the Tab key, and the arrows move over what can be touched on it. R rolls, U takes
// back, H hurries a bot (so does a tap on the board), ? helps, / opens the line to type on, unless these keys are turned
// off; Escape answers a question with what changes nothing, and folds the line. In a calculation the signs look as they do in school. And patience: a press that began
// before its target was there, by a finger or a key, does nothing.

import { kept } from "./page.js";

const spots = () => [...document.querySelectorAll("#board .spot.can")].filter((spot) => spot.getClientRects().length);

// One spot can be reached by Tab: the one that has the focus, or had it, or the first.
let last = "";
export function rove() {
  const found = spots();
  const stop = found.find((spot) => spot === document.activeElement) ?? found.find((spot) => spot.id === last) ?? found[0];
  for (const spot of found) spot.tabIndex = spot === stop ? 0 : -1;
}

const PATIENCE = { delay: 450, duration: 150, fill: "backwards", id: "fresh" }; // milliseconds: for a finger the delay, in which no frame costs anything; for a key both
const SHUT = [{ pointerEvents: "none" }, { pointerEvents: "none", offset: 0.01 }, { pointerEvents: "auto", offset: 0.01 }, { pointerEvents: "auto" }];
let since = new Map(); // when each thing that can be pressed appeared; what means the same as before has been there all along

export function ripen(now = performance.now()) {
  const there = new Map();
  const who = document.querySelector("#f-do [name=as]")?.value;
  const shown = [...document.querySelectorAll("#panel :is(button, a, input), #board button:not(:disabled)")].filter((node) => node.getClientRects().length);
  const shut = new Set(shown.filter(fresh)); // all is looked at before the first is changed: the page is laid out once
  for (const node of shown) {
    const key = [node.id, node.getAttribute("formaction"), node.name, who].join();
    there.set(key, since.get(key) ?? now);
    const age = now - there.get(key);
    if (age >= 0 && age < PATIENCE.delay + PATIENCE.duration && !shut.has(node)) node.animate(SHUT, PATIENCE).currentTime = age;
  }
  since = there;
}

const fresh = (node) => node?.getAnimations?.().some(({ id }) => id === PATIENCE.id);

let early = false;
function patience(event) {
  if (event.key !== "Enter" && event.key !== " ") return;
  if (event.type === "keydown" && !event.repeat) early = fresh(document.activeElement); // it ends a moment first, which may move the focus
  if (early || (event.repeat && event.key === "Enter")) event.preventDefault();
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// The nearest spot that way: far is worse, and to the side is worse still.
function next(from, [x, y]) {
  const middle = (node) => { const box = node.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [a, b] = middle(from);
  const ranked = spots().map((spot) => {
    const [c, d] = middle(spot);
    return [spot, (c - a) * x + (d - b) * y, Math.abs((c - a) * y) + Math.abs((d - b) * x)];
  }).filter(([spot, ahead]) => spot !== from && ahead > 4);
  ranked.sort((left, right) => left[1] + 2 * left[2] - right[1] - 2 * right[2]);
  return ranked[0]?.[0];
}

function help() {
  const side = document.getElementById("side");
  if (!side) return;
  if (getComputedStyle(side).display === "none") side.showPopover?.();
  const fold = document.getElementById("help-fold");
  fold.open = true;
  fold.querySelector("summary").focus();
}

// A menu over the board, or a log that scrolls, keeps the arrows to itself; one that lies beside the board does not.
const keeps = (target) => target.closest?.(".log") || (target.closest?.(".side") && getComputedStyle(document.getElementById("side")).position === "fixed");

const press = (id) => () => {
  const button = document.getElementById(id);
  if (!fresh(button)) button?.click();
};
function write() {
  const line = document.getElementById("line");
  if (line) line.open = !line.open;
  if (line?.open) document.getElementById("typed").focus();
}
const KEYS = { "/": write, r: press("do-roll"), h: press("hurry"), u: press("undo"), "?": help };
const SIGNS = { "*": "×", x: "×", X: "×", "/": "÷", ":": "÷", "-": "−" };

export function keys(signal) {
  rove();
  ripen(-Infinity);
  for (const kind of ["keydown", "keyup"]) document.addEventListener(kind, patience, { capture: true, signal });
  document.addEventListener("focusin", ({ target }) => {
    if (!target.matches?.("#board .spot.can")) return;
    last = target.id;
    rove();
  }, { signal });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target.closest?.("#line")) {
      document.getElementById("line").open = false;
      document.querySelector("#line summary").focus();
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.("input, select, textarea")) return;
    const way = WAYS[event.key];
    const act = !event.repeat && kept.get("keys", "on") === "on" && KEYS[event.key.toLowerCase()];
    if (event.key === "Escape" && !document.querySelector(":popover-open")) document.querySelector("[data-no]")?.click();
    if (way && event.target.matches?.("#board .spot.can")) {
      event.preventDefault();
      next(event.target, way)?.focus({ preventScroll: true });
    } else if (way && !keeps(event.target) && spots().length) {
      event.preventDefault();
      spots().find((spot) => spot.tabIndex === 0)?.focus({ preventScroll: true });
    } else if (act) {
      event.preventDefault();
      act();
    }
  }, { signal });
  document.addEventListener("click", ({ target }) => {
    if (target.closest?.("#to-line")) write();
    if (target.closest?.("#board") && !target.closest("button, a")) document.getElementById("hurry")?.click();
  }, { signal });
  document.addEventListener("input", ({ target }) => {
    if (target.id !== "formula") return;
    const at = target.selectionStart;
    target.value = target.value.replace(/[*xX/:-]/g, (sign) => SIGNS[sign]);
    target.setSelectionRange(at, at);
  }, { signal });
}
