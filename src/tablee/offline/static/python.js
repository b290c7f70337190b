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

const CODE = "application/wasm";

// Each large file is used while it arrives, and on a first visit the page is told how far that is. The code travels as
// gzip, so that no host need pack it; the service worker keeps it unpacked.
function arriving(tell) {
  let arrived = 0;
  return async (name) => {
    const answer = await fetch(here + name);
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    if (answer.headers.get("content-type") === CODE) return answer;
    const counted = answer.body.pipeThrough(new TransformStream({
      transform(chunk, rest) { rest.enqueue(chunk); arrived += chunk.byteLength; tell({ arrived }); },
    }));
    if (!name.endsWith(".bin")) return new Response(counted);
    return new Response(counted.pipeThrough(new DecompressionStream("gzip")), { headers: { "content-type": CODE } });
  };
}

// On a first visit Pyodide finds its library in the browser's cache.
const drain = async (answer) => (await answer).body.pipeTo(new WritableStream());

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

// Pyodide fetches its code, and compiles it when all else is there: here that is done meanwhile. And Pyodide 314
// restores a snapshot into the memory that its code begins with, which may be too small
// (https://github.com/pyodide/pyodide/issues/6254): let it grow first.
function hand(module, size) {
  const { fetch } = self;
  self.fetch = (what, ...more) => (`${what}`.endsWith(".wasm") ? new Promise(() => {}) : fetch(what, ...more));
  WebAssembly.instantiateStreaming = async (answer, imports) => {
    const instance = await WebAssembly.instantiate(module, imports);
    const { memory } = instance.exports;
    const lacking = size - memory.buffer.byteLength;
    if (lacking > 0) memory.grow(Math.ceil(lacking / 65536));
    return { instance, module };
  };
}

export async function python({ tell = () => {}, ...settings } = {}) {
  const large = arriving(options.has("kept") ? () => {} : tell);
  const [code, snapshot, { loadPyodide }, { default: create }] = await Promise.all([
    WebAssembly.compileStreaming(large("python.bin")), options.has("quick") ? restored(tell) : null,
    import("./pyodide.mjs"), import("./pyodide.asm.mjs"),
    options.has("kept") || drain(large("library.zip")),
  ]);
  const archive = large("tablee.zip"); // while Python starts
  hand(code, snapshot?.length ?? 0);
  if (snapshot) settings._loadSnapshot = snapshot;
  const made = await loadPyodide({
    indexURL: here, createPyodideModule: create, stdLibURL: `${here}library.zip`, lockFileContents: build.lock, env: { HOME: "/home" },
    ...settings,
  });
  made.FS.writeFile("/tablee.zip", new Uint8Array(await (await archive).arrayBuffer()));
  if (snapshot) made.pyimport("tablee.offline.warmup").reseed();
  else made.runPython("import sys; sys.path.insert(0, '/tablee.zip')");
  return { made, from: snapshot ? "snapshot" : "files" };
}
