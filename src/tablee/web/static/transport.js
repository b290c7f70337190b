// The one door to what answers: a server, or, in the app that needs none, a worker of this very browser.
// A page's parts begin when they are loaded, and again whenever the app shows another page without loading one.

const server = {
  async ask(path, options = {}) {
    const answer = await fetch(path, { redirect: "follow", ...options });
    return { text: await answer.text(), ok: answer.ok, status: answer.status };
  },

  // Events by name; `lost()` when they stop coming, for good or until the stream is back. Answers how to stop.
  listen(path, heard, lost) {
    let stream = null;
    let again = 0;
    const open = () => {
      stream = new EventSource(path);
      for (const [kind, hear] of Object.entries(heard)) stream.addEventListener(kind, (event) => hear(JSON.parse(event.data)));
      stream.addEventListener("error", () => {
        lost?.();
        // A server that answers with an error ends the stream for good: try again all the same.
        if (stream.readyState === EventSource.CLOSED) again = setTimeout(open, 3000);
      });
    };
    open();
    return () => { clearTimeout(again); stream.close(); };
  },

  alone: false, // is this the only page that can be told? A server's stream is shared by all tabs of a browser
  here: () => new URL(location.href), // the address of the page that is shown
  there: (link) => new URL(link.href), // where a link leads
  rename: (path) => history.replaceState(null, "", path), // the same page, at another address
  reload: () => location.reload(),
};

export let way = server;
export const use = (other) => { way = other; };

// A line over the page while nothing answers: what it shows is old.
export function warn(words) {
  const line = document.createElement("p");
  line.className = "offline";
  line.setAttribute("role", "status");
  line.textContent = words;
  document.body.append(line);
  return line;
}

const beginnings = [];
let stay = new AbortController(); // ends when another page is shown

export function arrive(begin) {
  beginnings.push(begin);
  begin(stay.signal);
}

export function arrived() {
  stay.abort();
  stay = new AbortController();
  for (const begin of beginnings) begin(stay.signal);
}
