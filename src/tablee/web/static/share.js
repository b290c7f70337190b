// Sharing: a link to a seat, or the end of a game with its picture.

import { table } from "./page.js";
import { photograph } from "./poster.js";

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export function share(signal) {
  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-share], [data-poster]");
    if (!button) return;
    const { share: url, poster } = button.dataset;
    try {
      if (poster) {
        const files = [await photograph(poster)];
        if (navigator.canShare?.({ files })) await navigator.share({ title: document.title, files });
        else save(files[0]);
      } else if (navigator.share) await navigator.share({ title: document.title, url });
      else {
        await navigator.clipboard.writeText(url);
        button.textContent = (table ?? button.closest("[data-copied]")).dataset.copied;
      }
    } catch {
      button.closest(".link, section")?.querySelector("input[readonly]")?.select(); // refused or not possible: ready to copy by hand
    }
  }, { signal });
}
