// The worker: Python with the whole application, and the browser's database. It answers the page that started it and,
// over a channel, the other tabs.

import build from "./build.js";
import { database } from "./database.js";
import { loadPyodide } from "./pyodide.mjs";

const pace = new URLSearchParams(self.location.search).get("pace"); // of the bots, as the page's address says it
const here = new URL("./", import.meta.url).href;
const channel = self.BroadcastChannel && navigator.locks ? new BroadcastChannel("tablee-app") : null;
const doors = channel ? [self, channel] : [self];
const reply = (door, message) => door.postMessage({ ...message, version: build.version });
const tell = (message) => { for (const door of doors) reply(door, message); };

// The large files travel packed, whatever the host does; Python asks for them by their plain names.
const plain = self.fetch.bind(self);
let arrived = 0;
async function unpacked(name) {
  const answer = await plain(`${here}${name}.pack`);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  const counting = new TransformStream({
    transform(chunk, out) {
      arrived += chunk.byteLength;
      tell({ arrived });
      out.enqueue(chunk);
    },
  });
  const body = answer.body.pipeThrough(counting).pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "content-type": name.endsWith(".wasm") ? "application/wasm" : "application/zip" } });
}
self.fetch = (url, options) => {
  const name = String(url.url ?? url).slice(here.length);
  return String(url.url ?? url).startsWith(here) && name in build.packed ? unpacked(name) : plain(url, options);
};

async function start() {
  const [archive, kept, python] = await Promise.all([
    self.fetch(`${here}tablee.zip`).then((answer) => answer.arrayBuffer()),
    database(),
    loadPyodide({ indexURL: here, stdLibURL: `${here}library.zip`, lockFileContents: build.lock, env: { HOME: "/home" } }),
  ]);
  python.FS.writeFile("/tablee.zip", new Uint8Array(archive));
  python.runPython("import sys; sys.path.insert(0, '/tablee.zip')");
  python.pyimport("tablee.site.quick").use("/tablee.zip");
  const inside = python.pyimport("tablee.site.inside");
  const app = await inside.begin(kept, new URL("../../", here).href, ...(pace ? [Number(pace)] : []));
  tell({ ready: true, trouble: kept.trouble, games: kept.count() });
  return { app, python, kept };
}

const started = start();
started.catch((error) => { console.error(error); tell({ failed: String(error) }); });
const known = new Set();

async function hear({ id, ask, listen, stop, who, version }, door) {
  if (version !== build.version) { if (who) reply(door, {}); return; } // a tab of another version is told which this is
  if (who) { started.then(() => reply(door, { ready: true })); return; }
  if (!id) return;
  const { app, python, kept } = await started;
  if (stop) { app.stop(id); return; }
  if (known.has(id)) return;
  known.add(id);
  if (listen) { app.listen(id, listen, (news) => reply(door, { id, news })); return; }
  try {
    const headers = python.toPy(ask.headers);
    const answer = await app.answer(ask.method, ask.path, headers, python.toPy(new Uint8Array(ask.body ?? 0)).tobytes());
    headers.destroy();
    const view = answer.body.getBuffer("u8");
    const body = view.data.slice();
    view.release();
    const { status, path, kind, name } = answer;
    answer.destroy();
    reply(door, { id, games: kept.count(), answer: { status, path, kind, name, body } });
  } catch (error) {
    reply(door, { id, answer: { status: 500, path: ask.path, kind: "text/plain", name: "", body: new TextEncoder().encode(String(error)) } });
  } finally {
    known.delete(id);
  }
}

for (const door of doors) door.onmessage = ({ data }) => hear(data, door);
tell({ awake: true });
