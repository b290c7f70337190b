// Python for a worker: from its files or, sooner, from a memory snapshot that another worker has taken (`snapshot.js`).

import build from "./build.js";

export const here = new URL("./", import.meta.url).href;
export const options = new URLSearchParams(self.name);
export const CACHE = `snapshot-${build.version}`; // of one file: a word, the checksum of the rest, and the rest
export const SNAPSHOT = `${here}snapshot`;

// FNV-1a by words of four bytes: 0.04 s for a snapshot, where the browser's SHA-256 takes 0.2 s.
export function checksum(bytes) {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  let sum = 0x811c9dc5;
  for (let at = 0; at < words.length; at += 1) sum = Math.imul(sum ^ words[at], 0x01000193);
  return Int32Array.of(sum);
}

// On a first visit the large files are fetched here, so that the page can say how far it is; Pyodide then finds them in
// the browser's cache.
async function fetchAll(tell) {
  let arrived = 0;
  await Promise.all(Object.keys(build.large).map(async (name) => {
    const answer = await fetch(here + name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await answer.body.pipeTo(new WritableStream({
      write(chunk) { arrived += chunk.byteLength; tell({ arrived }); },
    }));
  }));
}

// The snapshot, or null where there is none.
async function restored(tell) {
  const kept = await caches.match(SNAPSHOT, { cacheName: CACHE }).catch(() => null);
  if (!kept) return null;
  tell({ trying: true });
  const bytes = await kept.arrayBuffer();
  const snapshot = new Uint8Array(bytes, 4);
  if (checksum(snapshot)[0] !== new Int32Array(bytes, 0, 1)[0]) throw new Error("a damaged snapshot");
  return snapshot;
}

// Pyodide compiles its code when all else is there: here that is done meanwhile. And Pyodide 314 restores a snapshot into
// the memory that its code begins with, which may be too small (https://github.com/pyodide/pyodide/issues/6254): let it
// grow first.
function hand(module, size) {
  WebAssembly.instantiateStreaming = async (answer, imports) => {
    const instance = await WebAssembly.instantiate(module, imports);
    const { memory } = instance.exports;
    const lacking = size - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536));
    return { instance, module };
  };
}

export async function python({ tell = () => {}, ...settings } = {}) {
  if (!options.has("kept")) await fetchAll(tell);
  const archive = fetch(`${here}tablee.zip`);
  const [code, snapshot, { loadPyodide }, { default: create }] = await Promise.all([
    WebAssembly.compileStreaming(fetch(`${here}pyodide.asm.wasm`)), options.has("quick") ? restored(tell) : null,
    import("./pyodide.mjs"), import("./pyodide.asm.mjs"),
  ]);
  hand(code, snapshot?.length ?? 0);
  if (snapshot) settings._loadSnapshot = snapshot;
  const made = await loadPyodide({
    indexURL: here, createPyodideModule: create, stdLibURL: `${here}library.zip`, lockFileContents: build.lock, env: { HOME: "/home" },
    fsInit: async (FS) => FS.writeFile("/tablee.zip", new Uint8Array(await (await archive).arrayBuffer())),
    ...settings,
  });
  if (snapshot) made.pyimport("tablee.offline.warmup").reseed();
  else made.runPython("import sys; sys.path.insert(0, '/tablee.zip')");
  return { made, from: snapshot ? "snapshot" : "files" };
}
