// Swapping the parts of the page that changed, keeping the focus, and all of a part that stays as it was.

import { ripen, rove } from "./keys.js";
import { mark } from "./moment.js";
import { animate, snapshot } from "./motion.js";
import { root, turn } from "./page.js";
import { way } from "./transport.js";
import { tell } from "./voice.js";

let covered = []; // a board under the card that hands the device on: its pictures are wanted again after that
const parts = () => [...covered, ...document.querySelectorAll("[data-part]")];

// The digests of all parts that are here: the server sends the others.
export const has = () => parts().map((part) => part.dataset.part).join("");

export function swap(page) {
  const before = snapshot();
  const fresh = [...page.querySelectorAll("[data-part]:not([data-part] *)")];
  const held = new Map(parts().map((part) => [part.dataset.part, part]).reverse());
  const board = [...covered, ...document.querySelectorAll("#board [data-part]")];
  const gaps = [...page.querySelectorAll("[data-part] [data-keep]")];
  if (!page.querySelector("[data-part], [data-keep]") || gaps.some((gap) => !held.has(gap.dataset.keep))) { way.reload(); return; }
  const focused = document.activeElement;
  const focusId = focused && focused !== document.body ? focused.id : "";
  const waits = focused === document.body && turn()?.dataset.mine === "no" && !document.querySelector(":popover-open");
  const typing = focused?.matches(":focus-visible"); // a phone's keyboard would cover the board for who only touches
  const asked = document.querySelector("[data-no]");
  const stays = new Set(gaps.map((gap) => gap.dataset.keep));
  const take = (gap) => {
    const part = held.get(gap.dataset.keep);
    return stays.delete(gap.dataset.keep) ? part : part.cloneNode(true); // a part may stand twice
  };
  const leaves = focusId && fresh.some(({ id }) => focused.closest(`#${id}`)) && !stays.has(focused.closest("[data-part]").dataset.part);
  if (leaves) focused.blur(); // a browser that finds the focus gone lays out the page, changed by half as it is
  for (const part of fresh) {
    const old = document.getElementById(part.id);
    if (part.id === "board") fit(old, part, stays, take); else old?.replaceWith(fill(part, take));
  }
  covered = document.querySelector(".handover") ? board.filter((part) => !part.isConnected) : [];
  if (page.title) document.title = page.title;
  const { lang } = page.documentElement; // the voice reads it; to set it, the same too, styles the whole page anew
  if (lang && lang !== root.lang) root.lang = lang;
  animate(before, () => {
    const question = document.querySelector("[data-no]");
    if (question && !asked) question.focus({ preventScroll: true }); // what cannot be taken back is asked where it is answered
    else refocus(focusId || (waits && turn()?.dataset.mine === "yes" ? "headline" : ""), typing);
    rove();
    ripen();
  }, () => {
    if (focusId && document.activeElement?.id === "headline") refocus("headline");
    ripen();
  });
  mark();
  tell();
}

function fill(part, take) {
  for (const gap of part.querySelectorAll?.("[data-keep]") ?? []) gap.replaceWith(take(gap));
  return part;
}

// Make an element as the fresh one is, and leave what stays where it is: what is taken out, even for a moment, is styled,
// laid out and painted anew.
function fit(old, fresh, stays, take) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const children = [...fresh.childNodes];
  children.forEach((child, index) => {
    const part = child.dataset?.keep ? take(child) : child;
    const here = old.childNodes[index];
    if (here?.nodeName !== part.nodeName || here.id !== part.id || stays.has(here.dataset?.part)) old.insertBefore(fill(part, take), old.childNodes[index] ?? null);
    else if (part.querySelector?.("[data-keep]")) fit(here, part, stays, take);
    else if (!here.isEqualNode(part)) here.replaceWith(part);
  });
  while (old.childNodes.length > children.length) old.lastChild.remove();
}

// Focus stays where it was; where that is gone, it goes to what can be done now.
function refocus(id, typing) {
  const same = document.getElementById(id);
  if (!id || (document.activeElement === same && id !== "headline")) return;
  const usable = (node) => node && !node.disabled && node.getClientRects().length;
  const picked = same?.matches("#panel *, #board *") && same.ariaPressed === "true" && [...document.querySelectorAll("#board .spot.can[name=move]")].find(usable); // now where
  const hints = id.startsWith("hint-") && (document.querySelector(".hints button") ?? document.getElementById("hinted")); // the next press asks again
  const next = [document.getElementById("pass-to"), picked, hints, id !== "headline" && same, typing && document.getElementById("formula"), ...document.querySelectorAll("#panel .button.strong, #panel .offer:not([aria-disabled], [aria-pressed=true]), #board .spot.can:not([aria-pressed=true]), #panel .button, #panel .face, #take-over")].find(usable);
  (next || document.getElementById("headline"))?.focus({ preventScroll: root.scrollHeight <= innerHeight });
  if (next?.id === "formula") next.select(); // what was refused is mended, or written over
  same?.closest(".link")?.scrollIntoView({ block: "nearest" }); // the code that was asked for
}
