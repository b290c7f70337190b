// Moving: what was where before a swap, and how it gets where it is after. What moved, the page says itself: `data-motion`
// (roll, slide, throw …), and where something flies, `data-from` and `data-to`: the keys of two things on the board.

import { layout, number, still, turn } from "./page.js";
import { sound } from "./sound.js";

function things() {
  const found = new Map();
  for (const one of document.querySelectorAll("#board svg.tablee-board g[id]")) {
    const box = one.getBoundingClientRect();
    if (box.width) found.set(one.id, { box, node: one });
  }
  return found;
}

export function snapshot() {
  const { seq, latest, move } = turn()?.dataset ?? {};
  return { seq: number(seq), latest, move, things: still.matches ? new Map() : things() };
}

const SPRING = "cubic-bezier(.3, 1.3, .5, 1)";

export function animate(before) {
  const now = turn()?.dataset;
  if (!now) return;
  const moved = now.move !== before.move;
  const rolled = now.event === "roll" && (now.latest !== before.latest || number(now.seq) !== before.seq);
  if (rolled && !moved) sound("roll");
  if (moved) sound(now.motion);
  if (now.phase === "over" && moved) sound("end");
  if (still.matches) return;
  if (rolled) roll();
  const after = things();
  for (const [id, { box, node }] of after) {
    const old = before.things.get(id)?.box;
    if (!old || node.querySelector("g[id]")) continue;
    const [dx, dy] = [old.x - box.x, old.y - box.y];
    if (Math.hypot(dx, dy) < 3) continue;
    const svg = node.ownerSVGElement;
    const scale = svg.viewBox.baseVal.width / svg.getBoundingClientRect().width; // a group moves in board units
    node.animate([{ transform: `translate(${dx * scale}px, ${dy * scale}px)` }, { transform: "none" }], { duration: 420, easing: SPRING });
  }
  if (!moved) return;
  if (now.from) fly(before, now.from, now.to);
  for (const candle of document.querySelectorAll("#board .candle.destroyed")) {
    candle.animate([{ opacity: 1 }, { opacity: 0.2 }, { opacity: 1 }], { duration: 900 });
  }
}

function roll() {
  for (const [index, die] of document.querySelectorAll("#dice .die").entries()) {
    die.animate(
      [
        { transform: `rotate(${-260 - 90 * index}deg) scale(0.6)` },
        { transform: "rotate(25deg) scale(1.12)", offset: 0.75 },
        { transform: "rotate(0deg) scale(1)" },
      ],
      { duration: 520, easing: "ease-out" },
    );
  }
}

function fly(before, from, to) {
  const [start, end] = [from, to].map((key) => [...before.things].find(([id]) => id.endsWith(`-${key}`))?.[1]);
  if (!start || !end) return;
  const art = start.node.querySelector("use[href*='art-']") ?? start.node;
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

export function rattle(submitter) {
  if (submitter?.getAttribute("formaction")?.endsWith("/roll") && !still.matches) {
    const shake = [{ transform: "rotate(-8deg)" }, { transform: "rotate(8deg)" }, { transform: "rotate(-8deg)" }];
    submitter.querySelector(".icon")?.animate(shake, { duration: 160, iterations: 3 });
  }
}
