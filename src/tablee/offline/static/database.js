// The browser's own database, as tablee/offline/browser_store.py asks for it: read once, written with strict durability.

const BASE = "tablee";
const VERSION = 1;
const STORES = ["entries", "tables", "cookies"];
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function open() {
  const request = indexedDB.open(BASE, VERSION);
  request.onupgradeneeded = () => { // an older version's stores stay as they are
    const known = request.result.objectStoreNames;
    for (const store of STORES) if (!known.contains(store)) request.result.createObjectStore(store);
  };
  return done(request);
}

// What one transaction does, answered when all of it is on disk: "", or a word for what went wrong.
function write(db, work) {
  return new Promise((resolve) => {
    const transaction = db.transaction(STORES, "readwrite", { durability: "strict" });
    let why = "";
    transaction.oncomplete = () => resolve("");
    transaction.onabort = () => resolve(why || (transaction.error?.name === "QuotaExceededError" ? "full" : transaction.error?.name ?? "refused"));
    work((name) => transaction.objectStore(name), (word) => { why = word; transaction.abort(); });
  });
}

export async function database() {
  let db = null;
  const tables = new Map(); // name -> [made, touched, length]
  const entries = new Map();
  const cookies = {};
  let trouble = "";

  async function read(name) {
    const [rows, about] = await Promise.all([
      done(db.transaction("entries").objectStore("entries").getAll(IDBKeyRange.bound([name], [name, []]))),
      done(db.transaction("tables").objectStore("tables").get(name)),
    ]);
    entries.set(name, rows);
    if (about) tables.set(name, about); else tables.delete(name);
  }

  try {
    db = await open();
    db.onversionchange = () => db.close(); // a newer version waits for us
    const transaction = db.transaction(STORES);
    const all = (name) => [done(transaction.objectStore(name).getAllKeys()), done(transaction.objectStore(name).getAll())];
    const [entryKeys, entryRows, tableKeys, tableRows, cookieKeys, cookieRows] = await Promise.all(STORES.flatMap(all));
    tableKeys.forEach((name, at) => { tables.set(name, tableRows[at]); entries.set(name, []); });
    entryKeys.forEach(([name], at) => entries.get(name)?.push(entryRows[at]));
    cookieKeys.forEach((key, at) => { cookies[key] = cookieRows[at]; });
    if ([...tables].some(([name, about]) => entries.get(name).length !== about[2])) trouble = "lost";
  } catch (error) {
    trouble = error?.name === "VersionError" ? "newer" : "refused";
  }

  return {
    get trouble() { return trouble; },
    load: (name) => JSON.stringify(entries.get(name) ?? []),
    tables: () => JSON.stringify([...tables].map(([name, about]) => [name, ...about])),
    count: () => tables.size,
    cookies: () => JSON.stringify(cookies),

    async append(name, first, texts, at, length) { // whatever follows the first is replaced
      const fresh = JSON.parse(texts);
      const old = tables.get(name) ?? [at, at, 0];
      const about = [old[0], at, first + fresh.length];
      if (db) {
        const word = await write(db, (store, abort) => {
          store("tables").get(name).onsuccess = ({ target }) => {
            if ((target.result?.[2] ?? 0) !== length) { abort("conflict"); return; }
            if (length > first) store("entries").delete(IDBKeyRange.bound([name, first], [name, []]));
            fresh.forEach((text, place) => store("entries").add(text, [name, first + place]));
            store("tables").put(about, name);
          };
        });
        if (word === "conflict") await read(name);
        if (word) return word;
      }
      tables.set(name, about);
      entries.set(name, [...(entries.get(name) ?? []).slice(0, first), ...fresh]);
      return "";
    },

    delete(name) {
      const known = tables.delete(name);
      entries.delete(name);
      if (db && known) write(db, (store) => { store("entries").delete(IDBKeyRange.bound([name], [name, []])); store("tables").delete(name); });
      return known;
    },

    async remember(fresh) {
      const pairs = Object.entries(JSON.parse(fresh));
      for (const [key, value] of pairs) cookies[key] = value;
      return db ? write(db, (store) => { for (const [key, value] of pairs) store("cookies").put(value, key); }) : "";
    },
  };
}
