// What a start of the application compiles, noted: node quick.mjs RUNTIME LIBRARY.zip APPLICATION.zip TO
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, library, application, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: runtime, stdLibURL: library, env: { PYTHONHASHSEED: "0", HOME: "/" } });
python.FS.writeFile("/tablee.zip", readFileSync(application));
const made = await python.runPythonAsync(`
import sys
sys.path.insert(0, "/tablee.zip")
from tablee.site import quick
quick.recorded(lambda: __import__("tablee.site.inside"))
`);
writeFileSync(to, made.getBuffer("u8").data);
