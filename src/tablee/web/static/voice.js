// Telling what happened: the live region, the title, the voice.

import { waiting } from "./moment.js";
import { kept, number, root, table, turn } from "./page.js";
import { count } from "./salt.js";
import { arrive } from "./transport.js";

const KEPT = 9; // announcements stay for a while: what is added is read out, however fast the next one comes

// All that may be told now: lines of the log (what was chosen in secret is another line once it is opened, and so is what
// has been taken back), questions and hints, each by what it is known by; and who is there, seat by seat.
const lines = () => [...document.querySelectorAll("#log li[data-seq]")].reverse().map((line) => [`${line.dataset.seq} ${line.dataset.token} ${line.className}`, line.textContent.trim()]);
const asked = (which = "[data-asks]") => [...document.querySelectorAll(`#panel ${which}`)].map((button) => [button.textContent.trim(), button.textContent.trim()]);
const there = () => [...document.querySelectorAll("#turn .person")].map(({ dataset }) => dataset.there);

const announced = new Set();
let before = { seq: -1, count: "", asked: new Set(), there: [], headline: "" };

function remember() {
  const keys = (pairs) => new Set(pairs.map(([key]) => key));
  for (const [key] of lines()) announced.add(key);
  before = { seq: number(turn()?.dataset.seq), count: turn()?.dataset.count, asked: keys(asked()), there: there(), headline: document.getElementById("headline")?.textContent };
}

arrive(() => {
  announced.clear();
  remember();
});

export function announce(words) {
  const news = document.getElementById("news");
  if (!news || !words) return;
  const line = document.createElement("span");
  line.textContent = `${words} `;
  news.append(line);
  while (news.childElementCount > KEPT) news.firstElementChild.remove();
}

// What is new since the page was last told, once, in order; whose turn it is when nothing else waits to be told.
export function tell() {
  const now = turn();
  if (!now || !table) return;
  const headline = document.getElementById("headline").textContent;
  if (table.dataset.replay) { announce(headline); return; }
  const fresh = (pairs, known) => pairs.filter(([key]) => !known.has(key)).map(([, words]) => words);
  const spoken = fresh(lines(), announced);
  const moved = there().filter((words, seat) => before.there[seat] && words !== before.there[seat]); // who is new, the log tells
  const news = [...spoken, ...moved];
  const played = number(now.dataset.seq) !== before.seq;
  if (played && now.dataset.phase === "over") news.push(...[...document.querySelectorAll("#last-event p:not([hidden], .small), #match")].map((line) => line.textContent.trim()), count());
  if (now.dataset.phase === "move" && now.dataset.event === "roll" && now.dataset.count !== before.count) {
    const dice = document.getElementById("dice");
    news.push(number(now.dataset.count) < number(before.count) ? `${dice?.ariaLabel}.` : dice?.dataset.goal); // taken back, they lie there again
  }
  if (played && waiting() <= 0 && (headline !== before.headline || now.dataset.mine === "yes")) news.push(headline);
  news.push(...fresh(asked(played ? "[data-asks='']" : undefined), before.asked)); // what comes next is told who picks, not at every turn
  remember();
  if (document.getElementById("pass-to")) document.getElementById("news").replaceChildren(); // L4: what was picked is a secret
  announce(news.filter(Boolean).join(" "));
  if (kept.get("voice") === "on" && window.speechSynthesis && spoken.length) {
    const speech = new SpeechSynthesisUtterance(spoken.join(" ").replaceAll("−", root.lang === "fr" ? " moins " : " minus ")
      .replaceAll("×", root.lang === "fr" ? " fois " : " times ").replaceAll("÷", root.lang === "fr" ? " divisé par " : " divided by ")
      .replaceAll("=", root.lang === "fr" ? " égale " : " equals "));
    speech.lang = root.lang === "fr" ? "fr-FR" : "en-GB";
    speechSynthesis.speak(speech);
  }
  if (document.hidden && now.dataset.mine === "yes") document.title = `● ${table.dataset.yours}`;
}
