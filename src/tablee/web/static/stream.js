// The stream that tells when somebody else has played: one for all tabs of this browser.

import { happened, offline, refresh } from "./ask.js";
import { table } from "./page.js";
import { way } from "./transport.js";

function heard({ table: name, seq }) {
  if (name === table?.dataset.table) happened(seq);
}

const shardOf = (name) => /^[A-Z]*/.exec(name)[0]; // which of several servers a table is at

function listen(names, onChange) {
  const params = new URLSearchParams(names.map((name) => ["table", name]));
  const shard = shardOf(names[0]), path = table.dataset.class ?? `/events${shard && `/${shard}`}`;
  const news = { change: onChange, presence: onChange, class: () => document.dispatchEvent(new Event("class")) };
  return way.listen(`${path}?${params}`, news, () => onChange(null));
}

function alone(signal) {
  // The app, a class, or no locks (plain http on a home network): a stream of one's own, only while the tab is seen.
  let close = null;
  const open = () => {
    close?.();
    close = document.hidden ? null : listen([table.dataset.table], (news) => (news ? heard(news) : offline(true)));
  };
  document.addEventListener("visibilitychange", open, { signal });
  addEventListener("pagehide", () => close?.(), { signal });
  signal.addEventListener("abort", () => close?.());
  open();
}

function together() {
  // The tab that holds the lock keeps the stream and tells the others; when it goes, the next one takes over.
  const channel = new BroadcastChannel(`tablee${shardOf(table.dataset.table)}`);
  const mine = table.dataset.table;
  channel.addEventListener("message", ({ data }) => {
    if (data.news) heard(data.news);
    if (data.lost) offline(true);
  });
  navigator.locks.request(`tablee-stream${shardOf(mine)}`, () => new Promise(() => {
    const names = new Map([[mine, Infinity]]);
    let close = null;
    const tell = (news) => {
      if (news) { heard(news); channel.postMessage({ news }); } else { offline(true); channel.postMessage({ lost: true }); }
    };
    const open = () => {
      close?.();
      close = listen([...names.keys()].slice(0, 8), tell);
    };
    channel.addEventListener("message", ({ data }) => {
      if (!data.want) return;
      const known = names.has(data.want);
      if (data.want !== mine) names.set(data.want, Date.now() + 60000);
      if (!known) open();
    });
    setInterval(() => {
      const gone = [...names].filter(([, until]) => until < Date.now());
      for (const [name] of gone) names.delete(name);
      if (gone.length) open();
    }, 30000);
    channel.postMessage({ who: true });
    open();
  }));
  const want = () => channel.postMessage({ want: mine });
  channel.addEventListener("message", ({ data }) => { if (data.who) want(); });
  want();
  setInterval(want, 20000);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
}

export function follow(signal) {
  if (!way.alone && !table.dataset.class && navigator.locks && window.BroadcastChannel) together(); else alone(signal);
}
