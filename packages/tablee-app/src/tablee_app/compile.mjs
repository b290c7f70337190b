// Bytecode without docstrings, made by the very Python that will run it: node compile.mjs RUNTIME FROM.zip TO.zip
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, from, to] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: runtime, env: { PYTHONHASHSEED: "0", HOME: "/" } });
python.FS.writeFile("/from.zip", readFileSync(from));
python.runPython(`
import ast, marshal, zipfile
from importlib.util import MAGIC_NUMBER, source_hash

DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
UNCHECKED_HASH = (1).to_bytes(4, "little")  # PEP 552

with zipfile.ZipFile("/from.zip") as given, zipfile.ZipFile("/to.zip", "w") as made:
    for name in sorted(given.namelist()):
        body = given.read(name)
        tree = ast.parse(body, name)
        for node in ast.walk(tree):  # a tenth of what travels, and nobody reads them there
            if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
                node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
        code = compile(tree, name, "exec", dont_inherit=True)
        code = marshal.loads(marshal.dumps(code))  # whatever was compiled before it, the same bytes
        made.writestr(zipfile.ZipInfo(name), MAGIC_NUMBER + UNCHECKED_HASH + source_hash(body) + marshal.dumps(code))
`);
writeFileSync(to, python.FS.readFile("/to.zip"));
