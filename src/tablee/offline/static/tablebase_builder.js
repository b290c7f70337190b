// A worker that builds one large tablebase as a desk would, and keeps it.

import { python } from "./python.js";
import { folder, MAKING } from "./tablebases.js";

const ROOM = 100e6; // bytes: none is larger

async function build({ game, settings, name }) {
  let place, making, file;
  try {
    place = await folder();
    making = await place.getFileHandle(MAKING, { create: true });
    file = await making.createSyncAccessHandle(); // as long as it is held, nobody else builds
    file.truncate(ROOM); // asks for the room before the work
  } catch {
    return "storage";
  }
  const { made } = await python();
  const path = made.pyimport("tablee.offline.tablebase_builder").build(game, settings, name, (done) => self.postMessage({ done }));
  const bytes = made.FS.readFile(path);
  try {
    file.truncate(0);
    if (file.write(bytes, { at: 0 }) < bytes.length) return "storage";
    file.flush();
    file.close();
    await place.removeEntry(name).catch(() => {}); // a damaged one
    await making.move(name);
  } catch {
    return "storage";
  }
  return "";
}

self.onmessage = ({ data }) => build(data).then(
  (trouble) => self.postMessage({ trouble }),
  (error) => { console.error(error); self.postMessage({ trouble: "failed" }); },
);
