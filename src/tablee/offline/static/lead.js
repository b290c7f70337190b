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

// The service worker of the app, if it serves this page: that of a folder around it keeps none of its files.
const script = new URL("../../service.js", here).href;
export const keeper = () => {
  const controller = navigator.serviceWorker?.controller;
  return controller?.scriptURL === script ? controller : null;
};

// Python may begin from a memory snapshot, unless it has broken off three times, while it was taken or at a start from it.
const TRIES = `tries-${version}`;
const tries = () => Number(kept.get(TRIES));
export let quick = Boolean(window.caches) && tries() < 3;
export const trying = () => kept.set(TRIES, tries() + 1);
export const succeeded = () => kept.set(TRIES, 0);

export function work(script) {
  const options = new URLSearchParams(location.search);
  if (keeper() && !mended) options.set("kept", "");
  if (quick) options.set("quick", "");
  // By its name: a script that the browser has kept forgets what stood behind its address.
  return new Worker(new URL(script, here), { type: "module", name: String(options) });
}

export function lead() {
  hear({ leads: true });
  worker = work("worker.js");
  worker.onmessage = ({ data }) => hear(data);
  worker.onerror = (event) => hear({ failed: event.message ?? "worker" });
}

export function mend() {
  mended = true;
  restart();
}

export function restart(slowly = false) {
  if (slowly) quick = false;
  worker.terminate();
  lead();
}

function gather() {
  if (!globalThis.WebAssembly || !globalThis.DecompressionStream) { hear({ failed: "old" }); return; }
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
