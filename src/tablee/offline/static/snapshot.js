// A worker that starts Python, warms it up, and keeps a snapshot of its memory for the next start.

import { checksum, python, SNAPSHOT } from "./python.js";

async function make() {
  const { made } = await python({ _makeSnapshot: true });
  const warmup = made.pyimport("tablee.offline.warmup");
  const done = warmup.warm_up();
  await done;
  done.destroy(); // a snapshot cannot hold what belongs to the browser, such as this promise
  await new Promise((wake) => { setTimeout(wake); }); // its last callbacks run in the next turn
  warmup.collect();
  const bytes = made.makeMemorySnapshot();
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) if (/^(memory|snapshot)-/.test(name)) await folder.removeEntry(name);
  const making = await folder.getFileHandle("making", { create: true });
  const file = await making.createSyncAccessHandle();
  try {
    file.truncate(0);
    file.write(checksum(bytes), { at: 0 });
    if (file.write(bytes, { at: 4 }) < bytes.length) throw new Error("no room");
    file.flush();
  } finally {
    file.close();
  }
  await making.move(SNAPSHOT); // a tab that is closed meanwhile leaves no half of it under that name
}

make().then(() => self.postMessage("made"), (error) => self.postMessage(String(error)));
