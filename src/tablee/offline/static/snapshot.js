// A worker that starts Python, warms it up, and keeps a snapshot of its memory for the next start.

import { CACHE, checksum, python, SNAPSHOT } from "./python.js";

async function make() {
  const { made } = await python({ _makeSnapshot: true });
  const warmup = made.pyimport("tablee.offline.warmup");
  const done = warmup.warm_up();
  await done;
  done.destroy(); // a snapshot cannot hold what belongs to the browser, such as this promise
  await new Promise((wake) => { setTimeout(wake); }); // its last callbacks run in the next turn
  warmup.collect();
  const bytes = made.makeMemorySnapshot();
  for (const name of await caches.keys()) if (name.startsWith("snapshot-")) await caches.delete(name);
  const cache = await caches.open(CACHE);
  await cache.put(SNAPSHOT, new Response(new Blob([checksum(bytes), bytes]))); // whole, or not at all
}

make().then(() => self.postMessage("made"), (error) => self.postMessage(String(error)));
