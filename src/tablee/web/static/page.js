// What every part of the script asks of the page: where it is, how wide it is, what its visitor chose.

import { arrive } from "./transport.js";

export const root = document.documentElement;
export let table = null;
arrive(() => { table = document.getElementById("table"); });
export const still = matchMedia("(prefers-reduced-motion: reduce)");
export const wide = matchMedia("(min-aspect-ratio: 1/1)");
export const layout = () => { const room = document.getElementById("main"); return room.clientWidth >= room.clientHeight ? "wide" : "tall"; };
export const turn = () => document.getElementById("turn");

// Nothing moves under a finger: what it touches is still there when it is lifted, for as long as a tap takes. What has
// been read is shown in a task of its own: on a slow phone, other things come between.
let touching = null;
addEventListener("pointerdown", () => {
  touching = new Promise((lift) => {
    for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => setTimeout(lift), { once: true });
    setTimeout(lift, 600);
  });
}, { capture: true });
export const lifted = () => Promise.all([touching, new Promise((go) => setTimeout(go))]);
export const number = (text) => Number(text ?? -1);

export const kept = {
  get(key, otherwise) { try { return localStorage.getItem(key) ?? otherwise; } catch { return otherwise; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* private windows keep nothing: that is all right */ } },
};
