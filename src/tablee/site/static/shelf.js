// Large tables: built by a worker of their own (`builder.js`), kept in the browser's private file system, and for Python
// files that are read when it opens them.

import { options } from "./python.js";

export const MAKING = "making"; // a table gets its name when it is whole
const LEAST = 4; // GB of memory, or none is built here

export const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle("tables", { create: true });

export async function shelved() {
  const found = [];
  try {
    for await (const [name, one] of (await folder()).entries()) if (name !== MAKING) found.push({ name, file: await one.getFile() });
  } catch { /* a browser that keeps nothing has kept nothing */ }
  return found;
}

// One that the browser has taken away meanwhile reads as zeros, which is no table.
export function lay(FS, path, file) {
  FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
  FS.writeFile(path, "");
  const { node } = FS.lookupPath(path);
  node.usedBytes = file.size;
  Object.defineProperty(node, "contents", {
    get() {
      try { return new Uint8Array(new FileReaderSync().readAsArrayBuffer(file)); } catch { return new Uint8Array(file.size); }
    },
  });
}

const little = () => (navigator.deviceMemory ? navigator.deviceMemory < LEAST : /Mobi|Android/.test(navigator.userAgent));

// What builds a table, as tablee/site/shelf.py asks for it; what it answers changes as the work goes on.
export const builder = (FS) => (game, settings, path) => {
  const work = { done: 0, over: false, trouble: "" };
  const end = (trouble) => Object.assign(work, { over: true, trouble });
  if (little()) return end("memory");
  const name = path.slice(path.lastIndexOf("/") + 1);
  const worker = new Worker(new URL("./builder.js", import.meta.url), { type: "module", name: String(options) });
  worker.onerror = () => { worker.terminate(); end("failed"); };
  worker.onmessage = async ({ data: { done, trouble } }) => {
    if (done !== undefined) { work.done = Math.max(work.done, done); return; }
    worker.terminate();
    if (trouble) console.warn(`${name}: ${trouble}`);
    else lay(FS, path, (await shelved()).find((one) => one.name === name).file);
    end(trouble);
  };
  worker.postMessage({ game, settings, name });
  return work;
};
