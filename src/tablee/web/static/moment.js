// Moments: what has just happened, large over the board for as long as it takes to see it. A tap or a key goes on at once,
// and nothing is lost by it: the hand says the same. Without motion a moment stands still.

import { table } from "./page.js";

let shown = null;
let until = 0;

// While a moment lasts that has to be seen, what happens next waits.
export const seeing = () => shown !== null && performance.now() < until;

export function hush() {
  shown?.remove();
  shown = null;
}

export function moment(parts, words, kind = "") {
  hush();
  const milliseconds = Math.max(1200, 60 * words.length); // as long as it takes to read
  const layer = document.createElement("div");
  layer.className = `moment ${kind}`;
  layer.setAttribute("aria-hidden", "true"); // the live region tells it
  const row = document.createElement("div");
  row.append(...parts.map((part) => part.cloneNode(true)));
  layer.append(row);
  if (words) {
    const slip = document.createElement("p");
    slip.textContent = words;
    layer.append(slip);
  }
  for (const one of layer.querySelectorAll("[id], [data-part]")) for (const name of ["id", "data-part"]) one.removeAttribute(name);
  table.append(layer);
  shown = layer;
  until = performance.now() + milliseconds;
  setTimeout(() => { if (shown === layer) hush(); }, milliseconds);
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, hush, { capture: true });
