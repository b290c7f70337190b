// Swapping the parts of the page that changed, keeping the focus.

import { rove } from "./keys.js";
import { animate, snapshot } from "./motion.js";
import { way } from "./transport.js";
import { tell } from "./voice.js";

const sources = new Map(); // part id -> the markup it was made from

export function note(page) {
  sources.clear();
  for (const part of page.querySelectorAll("[data-part]")) sources.set(part.id, part.outerHTML);
}

export function swap(text, before = snapshot()) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const fresh = [...page.querySelectorAll("[data-part]")];
  if (!fresh.length) { way.reload(); return; }
  const focused = document.activeElement;
  const focusId = focused && focused !== document.body ? focused.id : "";
  for (const part of fresh) {
    const old = document.getElementById(part.id);
    if (!old || sources.get(part.id) === part.outerHTML) continue;
    sources.set(part.id, part.outerHTML);
    old.replaceWith(document.adoptNode(part));
  }
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
