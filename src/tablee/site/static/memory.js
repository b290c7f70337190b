// A worker that begins Python, rehearses, and keeps the memory for the next start.

import { DIGEST, digest, NAME, python } from "./python.js";

async function make() {
  const { made } = await python({ _makeSnapshot: true });
  made.pyimport("tablee.site.rehearsal").rehearse();
  const memory = made.makeMemorySnapshot();
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) if (name.startsWith("memory-")) await folder.removeEntry(name);
  const making = await folder.getFileHandle("making", { create: true });
  const sum = await digest(memory);
  const file = await making.createSyncAccessHandle();
  try {
    file.truncate(0);
    file.write(sum, { at: 0 });
    file.write(memory, { at: DIGEST });
    file.flush();
  } finally {
    file.close();
  }
  await making.move(NAME); // a tab that is closed meanwhile leaves no half of it under that name
}

make().then(() => self.postMessage("made"), (error) => self.postMessage(String(error)));
