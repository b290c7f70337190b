// The end of a game as a picture to send: drawn by the table, made a photograph of here, with the page's own letters.

import { way } from "./transport.js";

const LETTERS = 'url("';

// The letters of the page, to go along in the picture: a picture may load nothing.
async function letters() {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule);
  const inlined = rules.map(async ({ cssText, parentStyleSheet }) => {
    const [before, rest] = cssText.split(LETTERS);
    const [file, after] = [rest.slice(0, rest.indexOf('"')), rest.slice(rest.indexOf('"'))];
    const bytes = new Uint8Array(await (await fetch(new URL(file, parentStyleSheet.href))).arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return `${before}${LETTERS}data:font/${file.split(".").pop()};base64,${btoa(text)}${after}`;
  });
  return (await Promise.all(inlined)).join("\n");
}

export async function photograph(path) {
  const { text } = await way.ask(path);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text.replace(">", `><style>${await letters()}</style>`))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * image.naturalWidth, 2 * image.naturalHeight];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return new File([blob], "tablee.png", { type: "image/png" });
}
