// The large code on a whiteboard: look again when somebody sits down, comes or goes.

const { stream, seq } = document.getElementById("lobby").dataset;
const source = new EventSource(stream);
source.addEventListener("change", (event) => { if (String(JSON.parse(event.data).seq) !== seq) location.reload(); });
source.addEventListener("presence", () => location.reload());
addEventListener("pagehide", () => source.close());
