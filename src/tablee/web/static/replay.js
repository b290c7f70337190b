// Looking back at a game: links, slider and arrow keys.

import { look } from "./ask.js";
import { table, turn } from "./page.js";
import { way } from "./transport.js";

export function replay(signal) {
  const go = (at) => {
    const { length, ideas } = turn().dataset;
    const there = new URLSearchParams({ at: Math.max(0, Math.min(Number(length), at)), ...(ideas && { ideas }) });
    way.rename(`${table.dataset.replay}?${there}`);
    return look(there).catch(() => way.reload());
  };
  const now = () => Number(turn().dataset.at);
  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("a[data-step]");
    if (!step || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(Number(way.there(step).searchParams.get("at")));
  }, { signal });
  document.addEventListener("input", (event) => { if (event.target.id === "moment") go(Number(event.target.value)); }, { signal });
  document.addEventListener("keydown", (event) => {
    if (event.target.matches?.("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  }, { signal });
}
