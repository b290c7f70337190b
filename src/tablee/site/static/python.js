// Python, for a worker. It begins by itself, or, much sooner, from its own memory as another worker has kept it
// (`memory.js`).

import build from "./build.js";

export const here = new URL("./", import.meta.url).href;
export const options = new URLSearchParams(self.name);
const kept = options.has("kept"); // are all files kept by the browser, unpacked?
const apart = options.has("apart"); // has this worker code of its own?
const given = options.has("given"); // does the page send Python's own code, compiled?
options.delete("given"); // not to be asked for by whoever this worker starts

// Archives travel packed, whatever the host does; whoever looks on hears how much has arrived.
let looking = () => {};
export const look = (heard) => { looking = heard; };
let arrived = 0;
const plain = self.fetch.bind(self);
const count = (chunk) => { arrived += chunk.byteLength; looking({ arrived }); };

// Of code that comes as it is kept, Chromium keeps what it has compiled, once for all workers that run the very same code:
// that shall be what a start needs (`code.js`). Code that ends by an empty section is other code.
const CODE = "application/wasm";
const APART = [0, 1, 0];

async function file(name, kind = "application/zip") {
  const pack = !kept && `${name}.pack` in build.large;
  const answer = await plain(here + name + (pack ? ".pack" : ""));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counted = (end = []) => answer.body.pipeThrough(new TransformStream({
    transform(chunk, out) { if (!kept) count(chunk); out.enqueue(chunk); },
    flush(out) { out.enqueue(Uint8Array.from(end)); },
  }));
  if (pack) return new Response(counted().pipeThrough(new DecompressionStream("gzip")));
  const typed = (body) => new Response(body, { headers: { "content-type": kind } });
  if (kind === CODE && (apart || !kept)) return typed(counted(apart ? APART : []));
  return answer.headers.get("content-type") === kind ? answer : typed(answer.body);
}

// What is wanted in any case is on its way before anybody asks for it.
const sent = given && new Promise((got) => {
  self.addEventListener("message", ({ data }) => { if (data.code !== undefined) got(data.code); });
});
const code = Promise.resolve(sent).then((found) => found || WebAssembly.compileStreaming(file("pyodide.asm.wasm", CODE)));
code.catch(() => {}); // whoever waits for it hears of it
if (given) import("./pyodide.asm.mjs");
const loader = import("./pyodide.mjs");

// Python wraps hundreds of the browser's functions, each by a module of its own: one for each kind of function will do.
const modules = new Map();
WebAssembly.Module = new Proxy(WebAssembly.Module, {
  construct(Module, [bytes]) {
    if (bytes.length > 100) return new Module(bytes);
    const kind = String(bytes);
    if (!modules.has(kind)) modules.set(kind, new Module(bytes));
    return modules.get(kind);
  },
});

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

// A memory is a file of this version: numbers, Python's own head of it, and the parts that are not all zeros. The numbers:
// the sum of those from the fifth on, the sum of the rest of the file, nothing, nothing; the size of the head, that of the
// whole memory, and where each part begins and ends.
export const NAME = `memory-${build.version}`;
export const NUMBERS = 1024; // of four bytes each
export const FIRST = 6; // place of the first part among them

// Another one, whichever single word is another one. A digest would copy everything first, and takes longer.
export function sum(bytes, before = 0) {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  let a = before, b = 1, c = 2, d = 3;
  for (let at = 0; at < words.length; at += 4) {
    a = Math.imul(a ^ words[at], 0x9e3779b1);
    b = Math.imul(b ^ words[at + 1], 0x9e3779b1);
    c = Math.imul(c ^ words[at + 2], 0x9e3779b1);
    d = Math.imul(d ^ words[at + 3], 0x9e3779b1);
  }
  return a ^ Math.imul(b, 3) ^ Math.imul(c, 5) ^ Math.imul(d, 7);
}

async function remembered() {
  try {
    const folder = await navigator.storage.getDirectory();
    const file = await (await folder.getFileHandle(NAME)).createSyncAccessHandle();
    const numbers = new Int32Array(NUMBERS);
    file.read(numbers, { at: 0 });
    return { file, numbers };
  } catch {
    return null; // there is none, or another tab reads it: then without
  }
}

// A file that is still held by a tab that goes must not hold up this one.
const soon = (promise) => Promise.race([promise, new Promise((wake) => { setTimeout(wake, 10_000, null); })]);

function damaged({ file }) {
  file.close();
  throw new Error("a damaged memory");
}

// What Python takes for the whole of a memory: the head, and when the rest is asked for, that goes straight from the file
// to where it belongs.
function head(memory, room) {
  const { file, numbers } = memory;
  const bytes = new Uint8Array(numbers[4]);
  let at = numbers.byteLength + file.read(bytes, { at: numbers.byteLength });
  bytes.subarray = (...range) => {
    if (range.length === 1) {
      const heap = new Uint8Array(room().buffer);
      let end = 0, found = sum(bytes);
      for (let place = FIRST; numbers[place + 1]; place += 2) {
        heap.fill(0, end, numbers[place]);
        end = numbers[place + 1];
        const part = heap.subarray(numbers[place], end);
        at += file.read(part, { at });
        found = sum(part, found);
      }
      heap.fill(0, end);
      if (found !== numbers[1]) damaged(memory);
      file.close();
    }
    return Uint8Array.prototype.subarray.apply(bytes, range);
  };
  return bytes;
}

export async function python(settings = {}) {
  const memory = options.has("quick") ? await soon(remembered()) : null;
  if (memory) looking({ trying: true });
  if (memory && sum(memory.numbers.subarray(4)) !== memory.numbers[0]) damaged(memory);
  const archives = memory ? null : Object.fromEntries(Object.keys(PLACES).map((name) => [name, file(name)]));
  // Of the script that surrounds Python's code, Chromium keeps compiled what has run soon after it has come, once and for
  // all: without a memory, it comes when nothing else is missing, and runs at once.
  if (memory) import("./pyodide.asm.mjs");
  else await Promise.all([code, plain(`${here}pyodide.asm.mjs`).then((answer) => answer.arrayBuffer())]);
  // Python asks for its files by their plain names.
  const given = { "pyodide.asm.wasm": new Response(), "library.zip": archives?.["library.zip"] ?? new Response() };
  self.fetch = (url, asked) => given[String(url.url ?? url).slice(here.length)] ?? plain(url, asked);
  let room = null, weigh = null;
  WebAssembly.instantiateStreaming = async (_, imports) => {
    const module = await code;
    looking({ begins: true });
    const instance = new WebAssembly.Instance(module, imports);
    ({ weigh } = instance.exports);
    room = instance.exports.memory; // as much as will be brought back
    if (memory) room.grow(Math.max(0, (memory.numbers[5] - room.buffer.byteLength) / 65536));
    return { module, instance };
  };
  const { loadPyodide } = await loader;
  const made = await loadPyodide({
    indexURL: here, stdLibURL: `${here}library.zip`, lockFileContents: build.lock, env: { HOME: "/home" },
    ...(memory ? { _loadSnapshot: head(memory, () => room) } : {}), ...settings,
  });
  if (memory) {
    for (const name of Object.keys(PLACES)) later(made, name);
    made.pyimport("tablee.site.rehearsal").waken();
  } else {
    made.FS.writeFile(PLACES["tablee.zip"], new Uint8Array(await (await archives["tablee.zip"]).arrayBuffer()));
    made.runPython("import sys; sys.path.insert(0, '/tablee.zip')");
    made.pyimport("tablee.site.quick").use("/tablee.zip");
  }
  return { made, weigh, from: memory ? "memory" : "files" };
}
