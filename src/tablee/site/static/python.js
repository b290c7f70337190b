// Python, for a worker. It begins by itself, or, much sooner, from its own memory as another worker has kept it
// (`memory.js`).

import build from "./build.js";

export const here = new URL("./", import.meta.url).href;
export const options = new URLSearchParams(self.name);
const kept = options.has("kept"); // are all files kept by the browser, unpacked?

// Archives travel packed, whatever the host does; whoever looks on hears how much has arrived.
let looking = () => {};
export const look = (heard) => { looking = heard; };
let arrived = 0;
const plain = self.fetch.bind(self);
const count = (chunk) => { arrived += chunk.byteLength; looking({ arrived }); };
async function file(name, kind = "application/zip") {
  const pack = !kept && `${name}.pack` in build.large;
  const answer = await plain(here + name + (pack ? ".pack" : ""));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counting = new TransformStream({ transform(chunk, out) { count(chunk); out.enqueue(chunk); } });
  if (pack) return new Response(answer.body.pipeThrough(counting).pipeThrough(new DecompressionStream("gzip")));
  // Python's own code is compiled as it comes, and from the answer itself: only then does a browser keep that.
  if (!kept) answer.clone().body.pipeTo(new WritableStream({ write: count })).catch(() => {});
  return answer.headers.get("content-type") === kind ? answer : new Response(answer.body, { headers: { "content-type": kind } });
}

// What is wanted in any case is on its way before anybody asks for it.
const code = WebAssembly.compileStreaming(file("pyodide.asm.wasm", "application/wasm"));
code.catch(() => {}); // whoever waits for it hears of it
const loader = import("./pyodide.mjs");
import("./pyodide.asm.mjs");

// With a memory, archives are opened only for what nobody has asked for before: the file comes when it is read.
const PLACES = { "library.zip": "/lib/python314.zip", "tablee.zip": "/tablee.zip" };
function later({ FS }, name) {
  FS.writeFile(PLACES[name], "");
  const { node } = FS.lookupPath(PLACES[name]);
  let bytes = null;
  node.usedBytes = build.archives[name];
  Object.defineProperty(node, "contents", {
    get() {
      if (!bytes) {
        const request = new XMLHttpRequest();
        request.open("GET", here + name, false);
        request.responseType = "arraybuffer";
        request.send();
        bytes = new Uint8Array(request.response);
      }
      return bytes;
    },
  });
}

// A memory is a file of this version: the digest of the rest, then the rest.
export const NAME = `memory-${build.version}`;
export const DIGEST = 32; // bytes
export const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

async function remembered() {
  try {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle(NAME)).createSyncAccessHandle();
    const bytes = new Uint8Array(file.getSize());
    file.read(bytes, { at: 0 });
    file.close();
    return bytes;
  } catch {
    return null; // there is none, or another tab reads it: then without
  }
}

// A file that is still held by a tab that goes must not hold up this one.
const soon = (promise) => Promise.race([promise, new Promise((wake) => { setTimeout(wake, 10_000, null); })]);

async function whole(bytes) {
  const memory = bytes.subarray(DIGEST);
  const found = await digest(memory);
  if (!found.every((one, place) => one === bytes[place])) throw new Error("a damaged memory");
  return memory;
}

export async function python(settings = {}) {
  const found = options.has("quick") ? await soon(remembered()) : null;
  const memory = found && whole(found);
  if (memory) looking({ trying: true });
  const archives = memory ? null : Object.fromEntries(Object.keys(PLACES).map((name) => [name, file(name)]));
  // Python asks for its files by their plain names.
  const given = { "pyodide.asm.wasm": new Response(), "library.zip": archives?.["library.zip"] ?? new Response() };
  self.fetch = (url, asked) => given[String(url.url ?? url).slice(here.length)] ?? plain(url, asked);
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await code;
    const instance = await WebAssembly.instantiate(module, imports);
    const room = instance.exports.memory; // as much as will be brought back
    if (memory) room.grow(Math.max(0, Math.ceil(((await memory).length - room.buffer.byteLength) / 65536)));
    return { module, instance };
  };
  const { loadPyodide } = await loader;
  const made = await loadPyodide({
    indexURL: here, stdLibURL: `${here}library.zip`, lockFileContents: build.lock, env: { HOME: "/home" },
    ...(memory ? { _loadSnapshot: memory } : {}), ...settings,
  });
  if (memory) {
    for (const name of Object.keys(PLACES)) later(made, name);
    made.pyimport("tablee.site.rehearsal").waken();
  } else {
    made.FS.writeFile(PLACES["tablee.zip"], new Uint8Array(await (await archives["tablee.zip"]).arrayBuffer()));
    made.runPython("import sys; sys.path.insert(0, '/tablee.zip')");
    made.pyimport("tablee.site.quick").use("/tablee.zip");
  }
  return { made, from: memory ? "memory" : "files" };
}
