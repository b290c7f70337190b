// Opened as a file, the page has no address, and browsers run none of its modules: this script says what to do instead.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    const words = WORDS;
    const sentence = words[navigator.language.slice(0, 2)] ?? words.fr;
    document.querySelector("main").innerHTML = `<section class="paper lone" id="by-file"><p class="sentence">${sentence}</p></section>`;
    document.querySelector(".switches").remove();
  });
}
