// Large tablebases: built by a worker of their own (`tablebase_builder.js`), kept in the browser's private file system, and for
// Python files that are read when it opens them.

import { options } from "./python.js";

export const MAKING = "making"; // a table gets its name when it is whole
const LEAST = 4; // GB of memory, or none is built here

export const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("tables", { create: true });

export async function stored() {
  const found = [];
  try {
    for await (const [name, handle] of (await folder()).entries()) if (name !== MAKING) found.push({ name, file: await handle.getFile() });
  } catch { /* a browser that keeps nothing has kept nothing */ }
  return found;
}

// A link to the file: Python reads it when it is first asked for.
let mounts = 0;
export function lay(FS, path, file) {
  const place = `/stored/${mounts += 1}`;
  FS.mkdirTree(place);
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: "table", data: file }] }, place);
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.symlink(`${place}/table`, path);
}

const little = () => (navigator.deviceMemory ? navigator.deviceMemory < LEAST : /Mobi|Android/.test(navigator.userAgent));

// What builds a table, as tablee/offline/tablebase_builder.py asks for it; what it answers changes as the work goes on.
export const builder = (FS) => (game, settings, path) => {
  const work = { done: 0, over: false, trouble: "" };
  const end = (trouble) => Object.assign(work, { over: true, trouble });
  if (little()) return end("memory");
  const name = path.slice(path.lastIndexOf("/") + 1);
  const worker = new Worker(new URL("./tablebase_builder.js", import.meta.url), { type: "module", name: String(options) });
  worker.onerror = () => { worker.terminate(); end("failed"); };
  worker.onmessage = async ({ data: { done, trouble } }) => {
    if (done !== undefined) { work.done = Math.max(work.done, done); return; }
    worker.terminate();
    if (trouble) console.warn(`${name}: ${trouble}`);
    else lay(FS, path, (await stored()).find((file) => file.name === name).file);
    end(trouble);
  };
  worker.postMessage({ game, settings, name });
  return work;
};
