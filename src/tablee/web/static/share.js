// Sharing a link to a seat.

import { table } from "./page.js";

export function share(signal) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-share]");
    if (!button) return;
    const url = button.dataset.share;
    try {
      if (navigator.share) await navigator.share({ title: document.title, url });
      else {
        await navigator.clipboard.writeText(url);
        button.textContent = table.dataset.copied;
      }
    } catch {
      button.closest(".link")?.querySelector("input[readonly]")?.select(); // refused or not possible: ready to copy by hand
    }
  }, { signal });
}
