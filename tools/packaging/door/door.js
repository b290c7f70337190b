// Keeps the first page for when there is no network, and then the app, unless the visitor saves data.
const keeper = navigator.serviceWorker;
if (keeper && !navigator.connection?.saveData) {
  const keep = (script) => keeper.register(new URL(script, import.meta.url));
  addEventListener("load", () => keep("./service.js").then(() => keep("./play/service.js")).catch(() => {}));
}
