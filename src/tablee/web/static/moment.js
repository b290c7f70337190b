// Moments: every event is shown, one after another, each for as long as it takes to see it. The time is chosen when it
// begins, by how many wait behind it; a tap or a key ends it at its last picture. Without motion a moment stands still.

import { number, still, table, turn } from "./page.js";
import { arrive } from "./transport.js";

const TIMES = { // milliseconds: alone, with one more that waits, with several
  roll: [600, 350, 200],
  begin: [1300, 700, 350],
  lost: [1200, 700, 350], // a throw that asks for nothing says why
  push: [900, 600, 350], // somebody else's, with its calculation
  reveal: [900, 600, 350],
  fold: [700, 450, 250],
  zone: [1500, 900, 500],
  candle: [1500, 900, 500],
  move: [450, 300, 180],
};

let newest = -1; // event that the page has heard of
let end = null; // ends the moment that is shown
let over = Promise.resolve();
const playing = [];

arrive(() => { newest = -1; });

// How many events have happened that are not shown yet.
export const waiting = () => newest - number(turn()?.dataset.seq);
export function expect(seq) { newest = Math.max(newest, seq); mark(); }
export const mark = () => table?.toggleAttribute("data-behind", waiting() > 0);

// Until the moment that is shown has been seen.
export const seen = () => over;

export function hush() { end?.(); }

// Answers how long it lasts; `after` is done when it is over, however it ends.
export function moment(kind, after) {
  hush();
  const time = (TIMES[kind] ?? TIMES.move)[Math.max(0, Math.min(2, waiting()))];
  const here = table; // in the app, the page may be left before the moment is over
  here.dataset.moment = kind;
  over = new Promise((resolve) => {
    const timer = setTimeout(hush, time);
    end = () => {
      end = null;
      clearTimeout(timer);
      delete here.dataset.moment;
      for (const animation of playing.splice(0)) animation.finish();
      after();
      resolve();
    };
  });
  return time;
}

// A movement within the moment.
export function play(node, frames, options) {
  if (!still.matches) playing.push(node.animate(frames, { fill: "backwards", ...options }));
}

// What is no event, such as a tap that came too late, is said on a slip over the hand for as long as it takes to read.
export function slip(words) {
  document.querySelector(".slip")?.remove();
  const paper = document.createElement("p");
  paper.className = "slip";
  paper.setAttribute("aria-hidden", "true"); // the live region tells it
  paper.textContent = words;
  table.append(paper);
  setTimeout(() => paper.remove(), Math.max(1200, 60 * words.length));
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, hush, { capture: true });
