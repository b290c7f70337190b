// Tablée: what a browser with script adds to pages that work without it.
// Forms are sent in the background and only the parts that changed are swapped, keeping focus; a stream tells when
// somebody else has played; dice, blocks and objects move; calculations can be spoken.

import { refresh, tap } from "./ask.js";
import { keys } from "./keys.js";
import { kept, root, table, wide } from "./page.js";
import { replay } from "./replay.js";
import { count, salt } from "./salt.js";
import { share } from "./share.js";
import { soon } from "./soon.js";
import { switches } from "./sound.js";
import { follow } from "./stream.js";
import { arrive } from "./transport.js";

root.classList.add("live");

arrive((signal) => {
  switches();
  restore(signal);
  share(signal);
  soon(signal);
  document.getElementById("join-form")?.addEventListener("submit", ({ target }) => { target.elements.salt.value = salt(target.dataset.table); }, { signal });
  if (!table && document.getElementById("board")) keys(signal); // a lesson, a puzzle
  if (!table) return;
  count();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if ("plain" in form.dataset || !table.contains(form)) return;
    event.preventDefault();
    if (!form.closest("#more")) form.closest(":popover-open")?.hidePopover(); // what was asked for in the menu shows in the hand
    tap(form, event.submitter);
  }, { signal });
  wide.addEventListener("change", refresh, { signal });
  addEventListener("online", refresh, { signal });
  if (table.dataset.replay) replay(signal);
  if (table.dataset.table) { follow(signal); keys(signal); }
});

// A switch that loads its page anew keeps the focus, in a menu that was open too.
function restore(signal) {
  const last = document.getElementById(kept.get("focus", ""));
  kept.set("focus", "");
  if (last) {
    if (last.closest("details")) last.closest("details").open = true;
    if (!last.getClientRects().length && last.closest(".switches")) last.closest("[popover]")?.showPopover(); // hints show in the hand
    last.focus({ preventScroll: true });
  }
  document.addEventListener("submit", ({ target, submitter }) => { if (target.matches(".switches form, #tutor-form")) kept.set("focus", submitter.id); }, { signal });
}
