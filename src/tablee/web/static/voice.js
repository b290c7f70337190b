// Telling what happened: the live region, the title, the voice.

import { kept, number, root, table, turn } from "./page.js";
import { count } from "./salt.js";

export function announce(words) {
  const news = document.getElementById("news");
  if (news) news.textContent = words;
}

export function tell(before) {
  const now = turn();
  if (!now) return;
  if (table.dataset.replay) { announce(document.getElementById("headline").textContent); return; }
  if (number(now.dataset.seq) === before.seq) return;
  const lines = [...document.querySelectorAll("#log li[data-seq]")]
    .filter((line) => number(line.dataset.seq) >= before.seq).map((line) => line.textContent.trim()).reverse();
  lines.push(...[count()].filter(Boolean));
  const headline = document.getElementById("headline").textContent;
  announce([...lines, headline].join(" "));
  if (kept.get("voice") === "on" && window.speechSynthesis && lines.length) {
    const said = new SpeechSynthesisUtterance(lines.join(" ").replaceAll("−", root.lang === "fr" ? " moins " : " minus ")
      .replaceAll("×", root.lang === "fr" ? " fois " : " times ").replaceAll("÷", root.lang === "fr" ? " divisé par " : " divided by ")
      .replaceAll("=", root.lang === "fr" ? " égale " : " equals "));
    said.lang = root.lang === "fr" ? "fr-FR" : "en-GB";
    speechSynthesis.speak(said);
  }
  if (document.hidden && now.dataset.mine === "yes") document.title = `● ${table.dataset.yours}`;
}
