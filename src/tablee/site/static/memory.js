// A worker that begins Python, rehearses, and keeps the memory for the next start.

import { DIGEST, digest, NAME, python } from "./python.js";

async function make() {
  const { made } = await python({ _makeSnapshot: true });
  made.pyimport("tablee.site.rehearsal").rehearse();
  const memory = made.makeMemorySnapshot();
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) if (name.startsWith("memory-")) await folder.removeEntry(name);
  const file = await (await folder.getFileHandle(NAME, { create: true })).createSyncAccessHandle();
  try {
    file.write(memory, { at: DIGEST });
    file.write(await digest(memory), { at: 0 });
    file.flush();
  } finally {
    file.close();
  }
}

make().then(() => self.postMessage("made"), (error) => self.postMessage(String(error)));
