// The very first script, while the page is still being read: one tab leads and has the worker, the others ask it; when
// the leader goes, the next one takes over.

const here = new URL("./", import.meta.url);
export const version = here.pathname.split("/").at(-2);
export const kept = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* private windows keep nothing */ } },
};
const channel = navigator.locks && window.BroadcastChannel ? new BroadcastChannel("tablee-app") : null;
export let worker = null; // of the tab that leads
export let mended = false; // files of the cache were damaged

export const post = (message) => (worker ?? channel)?.postMessage({ ...message, version });

// What is heard before anybody listens is kept until then.
const early = [];
let hear = (data) => early.push(data);
export function listening(ear) {
  hear = ear;
  early.splice(0).forEach(ear);
}

// Python may begin from its own memory, where that was tried and no start has broken off with it; and from code that was
// compiled for it, where the browser keeps that.
const compiles = /Chrome/.test(navigator.userAgent);
export let quick = Boolean(navigator.storage?.getDirectory) && /Chrome|Firefox/.test(navigator.userAgent) && kept.get("slowly") !== version;
const MADE = `${version} ${navigator.userAgent}`; // another browser's code is of no use
export const made = () => kept.set("made", MADE);
export const compiled = () => !compiles || kept.get("made") === MADE;

export function slowly(forGood = true) {
  quick = false;
  if (!forGood) return; // until the next start
  kept.set("slowly", version);
  kept.set("tries", 0);
}

export function work(script, more = "") {
  const options = new URLSearchParams(`${location.search}&${more}`);
  if (navigator.serviceWorker?.controller && !mended) options.set("kept", "");
  if (quick) options.set("quick", "");
  // By its name: a script that the browser has kept forgets what stood behind its address.
  return new Worker(new URL(script, here), { type: "module", name: String(options) });
}

export function lead() {
  hear({ leads: true });
  if (kept.get("tries") > 2) slowly();
  // Compiled code is read while the worker begins; where there is none yet, the worker has code apart (`code.js`).
  const ready = compiles && quick && compiled() && !mended && navigator.serviceWorker?.controller;
  const mine = work("worker.js", ready ? "given" : compiles ? "apart" : "");
  worker = mine;
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => hear({ failed: event.message ?? "worker" });
  if (ready) {
    const code = WebAssembly.compileStreaming(fetch(new URL("pyodide.asm.wasm", here)));
    code.catch(() => null).then((found) => mine.postMessage({ code: found }));
  }
}

export function mend() {
  mended = true;
  kept.set("made", "");
  again();
}

export function again() {
  worker.terminate();
  lead();
}

function gather() {
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") { hear({ failed: "old" }); return; }
  if (!channel) { lead(); return; }
  channel.onmessage = ({ data }) => { if (!worker) hear(data); }; // whoever leads hears it from the worker itself
  const stay = () => { lead(); return new Promise(() => {}); };
  const follow = (lock) => {
    if (lock) return stay();
    post({ who: true });
    navigator.locks.request("tablee-app", stay);
    return null;
  };
  navigator.locks.request("tablee-app", { ifAvailable: true }, follow);
}

gather();
