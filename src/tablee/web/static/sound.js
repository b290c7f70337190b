// Sounds: made here, a tenth of a second each. And the buttons that turn sound, voice and the keys without a modifier on and off.

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
  if (name === "double") for (const [when, pitch] of [[0, 420], [0.07, 360], [0.2, 660], [0.3, 660], [0.42, 990]]) knock(when, pitch, 0.12, 0.1);
  if (name === "slide") knock(0, 220, 0.16, 0.12, "sine");
  if (name === "write") for (const [when, pitch] of [[0, 1500], [0.05, 1900], [0.11, 1300]]) knock(when, pitch, 0.05, 0.03, "sawtooth");
  if (name === "reveal") for (const [when, pitch] of [[0, 440], [0.14, 554]]) knock(when, pitch, 0.25, 0.08, "sine");
  if (name === "zone") for (const [when, pitch] of [[0, 523], [0.12, 784]]) knock(when, pitch, 0.25, 0.08, "sine");
  if (name === "fold") for (const [when, pitch] of [[0, 900], [0.08, 500], [0.2, 300]]) knock(when, pitch, 0.1, 0.05, "sawtooth");
  if (name === "candle") { knock(0, 1800, 0.5, 0.03, "sawtooth"); knock(0.45, 180, 0.4, 0.1, "sine"); }
  if (name === "throw") { knock(0, 700, 0.35, 0.06, "sine"); knock(0.42, 140, 0.15, 0.16); }
  if (name === "end") for (const [when, pitch] of [[0.2, 523], [0.34, 659], [0.48, 784], [0.62, 1046]]) knock(when, pitch, 0.3, 0.08, "sine");
}

export function switches() {
  for (const [id, first] of [["sound", "on"], ["voice", "off"], ["keys", "on"]]) {
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
