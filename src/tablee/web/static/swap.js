// Swapping the parts of the page that changed, keeping the focus, and all of a part that stays as it was.

import { rove } from "./keys.js";
import { animate, snapshot } from "./motion.js";
import { way } from "./transport.js";
import { tell } from "./voice.js";

// The digests of all parts that the page has: the server sends the others.
export const has = () => [...document.querySelectorAll("[data-part]")].map((part) => part.dataset.part).join("");

export function swap(text, before = snapshot()) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = [...page.querySelectorAll("[data-part]:not([data-part] *)")];
  const held = new Map([...document.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]).reverse());
  const gaps = [...page.querySelectorAll("[data-part] [data-keep]")];
  if (!page.querySelector("[data-part], [data-keep]") || gaps.some((gap) => !held.has(gap.dataset.keep))) { way.reload(); return; }
  const focused = document.activeElement;
  const focusId = focused && focused !== document.body ? focused.id : "";
  const used = new Set();
  for (const gap of gaps) {
    const part = held.get(gap.dataset.keep);
    gap.replaceWith(used.has(part) ? part.cloneNode(true) : part); // a part may stand twice
    used.add(part);
  }
  for (const part of fresh) document.getElementById(part.id)?.replaceWith(part);
  if (page.title) document.title = page.title;
  document.documentElement.lang = page.documentElement.lang || document.documentElement.lang; // the voice reads it
  refocus(focusId);
  rove();
  tell(before);
  animate(before);
}

// Focus stays where it was; where that is gone, it goes to what can be done now.
function refocus(id) {
  if (!id || document.activeElement?.id === id) return;
  const same = document.getElementById(id);
  const usable = (one) => one && !one.disabled && one.getClientRects().length;
  const next = [same, ...document.querySelectorAll("#panel .button.strong, #board .spot.can, #panel .button, #panel .face, #take-over")].find(usable);
  (next ?? document.getElementById("headline"))?.focus({ preventScroll: true });
  same?.closest(".link")?.scrollIntoView({ block: "nearest" }); // the code that was asked for
}
