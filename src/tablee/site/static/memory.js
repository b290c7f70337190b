// A worker that begins Python, rehearses, and keeps the memory for the next start.

import { FIRST, NAME, NUMBERS, python, sum } from "./python.js";

const BLOCK = 2 ** 20; // bytes

// The parts of a memory that are not all zeros, in whole blocks.
function parts(heap) {
  const found = [];
  for (let at = 0; at < heap.length; at += BLOCK) {
    const block = heap.subarray(at, at + BLOCK);
    if (block.every((byte) => byte === 0)) continue;
    if (found.at(-1)?.end === at) found.at(-1).end += block.length;
    else found.push({ start: at, end: at + block.length });
  }
  return found;
}

async function make() {
  const { made } = await python({ _makeSnapshot: true });
  made.pyimport("tablee.site.rehearsal").rehearse();
  const memory = made.makeMemorySnapshot();
  const size = new Int32Array(memory.buffer)[1];
  const [head, heap] = [memory.subarray(0, size), memory.subarray(size)];
  const kept = parts(heap);
  const numbers = new Int32Array(NUMBERS);
  numbers.set([head.length, heap.length], 4);
  numbers.set(kept.flatMap(({ start, end }) => [start, end]), FIRST);
  const pieces = [head, ...kept.map(({ start, end }) => heap.subarray(start, end))];
  numbers.set([sum(numbers.subarray(4)), pieces.reduce((before, piece) => sum(piece, before), 0)]);
  const folder = await navigator.storage.getDirectory();
  for await (const name of folder.keys()) if (name.startsWith("memory-")) await folder.removeEntry(name);
  const making = await folder.getFileHandle("making", { create: true });
  const file = await making.createSyncAccessHandle();
  try {
    file.truncate(0);
    let at = 0;
    for (const piece of [numbers, ...pieces]) at += file.write(piece, { at });
    file.flush();
  } finally {
    file.close();
  }
  await making.move(NAME); // a tab that is closed meanwhile leaves no half of it under that name
}

make().then(() => self.postMessage("made"), (error) => self.postMessage(String(error)));
