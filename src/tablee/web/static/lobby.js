// The large code on a whiteboard: look again when somebody sits down, comes or goes.

import { way } from "./transport.js";

const { stream, seq } = document.getElementById("lobby").dataset;
const change = (news) => { if (String(news.seq) !== seq) way.reload(); };
addEventListener("pagehide", way.listen(stream, { change, presence: way.reload }));
