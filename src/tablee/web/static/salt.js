// What this device adds to the dice: numbers that nobody else can know before they are sent; and what became of them.

import { kept } from "./page.js";

const TABLES = 20; // of which the numbers are remembered, the last ones
let waiting = ""; // sent, but not known to have arrived

function sent() { try { return JSON.parse(kept.get("salts", "{}")); } catch { return {}; } }

// A new number, once the last one has arrived: by refusing it nobody gets another one in its place.
export function salt(table) {
  if (waiting) return waiting;
  waiting = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const { [table]: before = "", ...others } = sent();
  kept.set("salts", JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - TABLES), [table, `${before} ${waiting}`]])));
  return waiting;
}

export const delivered = () => { waiting = ""; };

// At the end: for how many of the others' rolls they were used.
export function count() {
  const place = document.getElementById("salted");
  const mine = new Set(sent()[place?.dataset.of]?.split(" "));
  if (!place || !mine.size) return "";
  const rolls = place.dataset.salts.split(" ");
  place.textContent = place.dataset.phrase.replace("{0}", rolls.filter((roll) => mine.has(roll)).length).replace("{1}", rolls.length);
  place.hidden = false;
  return place.textContent;
}
