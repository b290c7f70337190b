// The worker: Python with the whole application, and the browser's database. It answers the page that started it and,
// over a channel, the other tabs.

import build from "./build.js";
import { database } from "./database.js";
import { here, options, python } from "./python.js";
import { builder, lay, stored } from "./tablebases.js";

const pace = options.get("pace"); // of the bots, as the page's address says it
const channel = self.BroadcastChannel && navigator.locks ? new BroadcastChannel("tablee-app") : null;
const doors = channel ? [self, channel] : [self];
const reply = (door, message) => door.postMessage({ ...message, version: build.version });
const tell = (message) => { for (const door of doors) reply(door, message); };

async function start() {
  const [kept, { made, from }, tables] = await Promise.all([database(), python({ tell }), stored()]);
  const app = await made.pyimport("tablee.offline.asgi_bridge").begin(kept, new URL("../../", here).href, pace ? Number(pace) : undefined, builder(made.FS));
  for (const { name, file } of tables) lay(made.FS, `${app.tables}/${name}`, file);
  tell({ ready: true, from, trouble: kept.trouble, games: kept.count() });
  return { app, made, kept };
}

const started = start();
started.catch((error) => { console.error(error); tell({ failed: String(error) }); });
const known = new Set();

async function hear({ id, ask, listen, stop, who, version }, door) {
  if (version !== build.version) { if (who) reply(door, {}); return; } // a tab of another version is told which this is
  if (who) { started.then(() => reply(door, { ready: true })); return; }
  if (!id) return;
  const { app, made, kept } = await started;
  if (stop) { app.stop(id); return; }
  if (known.has(id)) return;
  known.add(id);
  if (listen) { app.listen(id, listen, (news) => reply(door, { id, news })); return; }
  try {
    const headers = made.toPy(ask.headers);
    const answer = await app.answer(ask.method, ask.path, headers, made.toPy(new Uint8Array(ask.body ?? 0)).tobytes());
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
