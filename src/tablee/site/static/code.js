// A worker that lets the browser compile what a start needs of Python's own code, and keep it.
//
// Chromium keeps compiled code beside a file in the cache, for whoever compiles that file as it lies there and finds
// nothing kept, each time another megabyte is compiled: here, when all has run often enough (tablee/site/wasm.py).

import build from "./build.js";

const TIMES = 4;
const wait = (time) => new Promise((wake) => { setTimeout(wake, time); });

async function keep() {
  const code = new URL("pyodide.asm.wasm", import.meta.url);
  const files = await caches.open(`tablee-${build.version}`);
  await files.put(code, await files.match(code)); // without what a worker that was ended may have left
  const { python } = await import("./python.js");
  const { made, weigh } = await python();
  const begun = performance.now();
  const { rehearse } = made.pyimport("tablee.site.rehearsal");
  for (let times = 0; times < TIMES; times += 1) rehearse();
  const rest = 2 * (performance.now() - begun);
  await wait(rest); // until all is compiled
  for (let times = 0; times < 2000; times += 1) weigh(0);
  await wait(rest); // until it is kept
}

keep().then(() => self.postMessage("made"), (error) => self.postMessage(String(error)));
