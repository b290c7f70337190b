// Work that is under way: the page looks again every second and takes over what is new, until nothing is under way.

import { way } from "./transport.js";

const PAUSE = 1000;

export function soon(signal) {
  const look = async () => {
    if (signal.aborted || !document.querySelector("[data-soon]")) return;
    const { text, ok } = await way.ask(way.here()).catch(() => ({ ok: false }));
    if (signal.aborted) return;
    if (ok) take(new DOMParser().parseFromString(text, "text/html"));
    setTimeout(look, ok ? PAUSE : 5 * PAUSE);
  };
  setTimeout(look, PAUSE);
}

function take(page) {
  if (!page.getElementById(document.querySelector("[data-soon]").id)) { way.reload(); return; } // it is ready, as a page of its own
  const focused = document.activeElement?.id;
  for (const part of page.querySelectorAll("[data-part]")) {
    const old = document.getElementById(part.id);
    if (!old || old.innerHTML === part.innerHTML) continue;
    const held = old.contains(document.activeElement);
    old.replaceChildren(...part.childNodes); // the part itself stays: a live region tells what is new in it
    old.toggleAttribute("data-soon", part.hasAttribute("data-soon"));
    if (held) (document.getElementById(focused) ?? old).focus({ preventScroll: true });
  }
}
