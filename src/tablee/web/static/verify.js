// The page that checks the dice of a game: everything is worked out here, by the browser's own cryptography. Nothing is sent anywhere.

import { arrive, way } from "./transport.js";

let page = null;
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const phrase = (key, ...values) => values.reduce((text, value, at) => text.replace(`{${at}}`, value), page.dataset[key]);

export async function dice(secret, message, count) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const found = [];
  for (let block = 0; found.length < count; block += 1) {
    const text = new TextEncoder().encode(block ? `${message}|${block}` : message);
    for (const byte of new Uint8Array(await crypto.subtle.sign("HMAC", key, text))) if (byte < 252) found.push(byte % 6 + 1);
  }
  return found.slice(0, count).sort().join("");
}

export async function verify(record) {
  const [head, ...rest] = record.replaceAll("\r\n", "\n").split("\n\n");
  const headers = new Map(head.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
  if (headers.get("dice") === "typed") return [false, phrase("typed")];
  if (headers.has("chances")) return [false, phrase("own")]; // not dice of six: it takes the game's rules
  const line = /^(tablee-dice-1) ([A-Za-z0-9]+) ([0-9a-f]{64})(?: ([0-9a-f]{64}))?(?: from ([0-9]+))?$/;
  // One line for each secret: the later ones say which throw is their first.
  const promises = head.split("\n").filter((header) => header.startsWith("fair: ")).map((header) => line.exec(header.slice(6)));
  if (!promises.length || promises.some((found, at) => !found || (found[5] === undefined) !== (at === 0))) return [false, phrase("silent")];
  if (promises.some((found) => !found[4])) return [false, phrase("open")];
  for (const [, , , commit, shown] of promises) if (hex(await crypto.subtle.digest("SHA-256", bytes(shown))) !== commit) return [false, phrase("broken")];
  const events = rest.join("\n\n").replace(/\{(?:[^\\{}]|\\.)*\}/gs, " ").split(/\s+/);
  const throws = events.filter((word) => /^d[1-6]+$/.test(word)).map((word) => [...word.slice(1)].sort().join(""));
  const salts = (headers.get("salts") ?? "").split(" ").filter(Boolean);
  if (salts.length !== throws.length) return [false, phrase("salts")];
  const opening = (headers.get("opening") ?? "").split(" ").filter(Boolean).map((roll) => roll.split(":"));
  const all = [
    ...opening.map(([, die, salt], at) => [`open-${at}`, die, salt]),
    ...throws.map((shown, at) => [at, shown, salts[at]]),
  ];
  let checked = 0;
  for (const [number, shown, salt] of all) {
    if (salt === "?") continue;
    const [, label, table, , secret] = promises.filter((found, at) => at === 0 || Number(found[5]) <= number).pop(); // "open-0": the first
    const promised = await dice(bytes(secret), `${label}|${table}|${number}|${salt === "-" ? "" : salt}`, shown.length);
    if (promised !== shown) return [false, phrase("wrong", typeof number === "number" ? number + 1 : number, shown, promised)];
    checked += 1;
  }
  const again = promises.length > 1 ? ` ${phrase("again", promises.length)}` : "";
  return checked === all.length ? [true, phrase("fits", checked) + again] : [false, phrase("elsewhere", checked, all.length - checked)];
}

const box = () => document.getElementById("record");

async function check() {
  const answer = document.getElementById("verdict");
  if (!globalThis.crypto?.subtle) { answer.textContent = phrase("unable"); return; }
  let fits, text;
  try { [fits, text] = await verify(box().value.trim()); } catch { [fits, text] = [false, phrase("silent")]; }
  answer.textContent = `${fits ? "✓" : "✗"} ${text}`;
  answer.className = fits ? "verdict good" : "verdict";
}

arrive(() => {
  page = document.getElementById("verify");
  if (!page) return;
  document.getElementById("verify-form").addEventListener("submit", (event) => { event.preventDefault(); check(); });
  document.getElementById("file").addEventListener("change", async ({ target }) => {
    if (target.files[0]) { box().value = await target.files[0].text(); check(); }
  });
  const { hash } = way.here();
  if (hash.length > 1) { box().value = decodeURIComponent(hash.slice(1)); check(); }
});
