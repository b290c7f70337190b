// Sounds: made here, a tenth of a second each. And the two buttons that turn sound and voice on and off.

import { kept, still } from "./page.js";

let audio = null;
export function sound(name) {
  if (kept.get("sound", "on") !== "on" || still.matches || !navigator.userActivation?.hasBeenActive) return;
  audio ??= new AudioContext();
  const at = audio.currentTime;
  const knock = (when, pitch, long, loud, kind = "triangle") => {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.type = kind;
    tone.frequency.setValueAtTime(pitch, at + when);
    tone.frequency.exponentialRampToValueAtTime(Math.max(40, pitch / 2), at + when + long);
    gain.gain.setValueAtTime(loud, at + when);
    gain.gain.exponentialRampToValueAtTime(0.001, at + when + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(at + when);
    tone.stop(at + when + long);
  };
  if (name === "roll") for (const [when, pitch] of [[0, 420], [0.07, 360], [0.16, 480], [0.3, 300]]) knock(when, pitch, 0.06, 0.12);
  if (name === "slide") knock(0, 220, 0.16, 0.12, "sine");
  if (name === "throw") { knock(0, 700, 0.35, 0.06, "sine"); knock(0.42, 140, 0.15, 0.16); }
  if (name === "end") for (const [when, pitch] of [[0.2, 523], [0.34, 659], [0.48, 784], [0.62, 1046]]) knock(when, pitch, 0.3, 0.08, "sine");
}

export function switches() {
  for (const [id, first] of [["sound", "on"], ["voice", "off"]]) {
    const button = document.getElementById(id);
    if (!button) continue;
    const show = () => button.setAttribute("aria-pressed", String(kept.get(id, first) === "on"));
    button.addEventListener("click", () => {
      kept.set(id, kept.get(id, first) === "on" ? "off" : "on");
      show();
      if (id === "voice") speechSynthesis?.cancel();
    });
    show();
  }
}
