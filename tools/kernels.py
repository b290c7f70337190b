"""Builds the kernels that travel: from the numba functions of `tablee_lab.kernels` to WebAssembly.

    .venv/bin/python tools/kernels.py             build src/tablee/engine/wasm/*.wasm
    .venv/bin/python tools/kernels.py --check     build them again elsewhere and compare the bytes
    .venv/bin/python tools/kernels.py matrix …    only these files

tools/kernels.toml says which functions travel, and with which types. Numba types them and writes LLVM's language,
not yet optimised and so the same on every machine; llvmlite optimises that for a 32-bit WebAssembly machine, and
`wasm-ld`, from the package `ziglang`, links it. docs/kernels.md tells what a kernel may use; one that uses more
is refused here, with its reason.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from importlib.metadata import version
from itertools import accumulate, count
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SUPPORT = Path(__file__).with_suffix(".ll")
TRAVELLERS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
SOURCES = {"tablee_lab": ROOT / "packages" / "tablee-lab" / "src", "tablee": ROOT / "src"}
BUILT = ROOT / "src" / "tablee" / "engine" / "wasm"
TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+simd128,+bulk-memory,+bulk-memory-opt,+mutable-globals,+sign-ext,+nontrapping-fptoint,+multivalue"
OPTIONS = ("--no-entry", "--strip-all", "--stack-first", "-z", "stack-size=1048576")
SEED = "0"
SECTION = b"tablee"
"""The custom section of a file that tells what its kernels take and give back, and what it was built from."""

LETTERS = {
    "?": "boolean",
    "b": "int8",
    "B": "uint8",
    "h": "int16",
    "i": "int32",
    "q": "int64",
    "Q": "uint64",
    "f": "float32",
    "d": "float64",
}
"""Numbers by the letters of `struct` and `memoryview`, as numba calls them."""

OURS = ("NRT_incref", "NRT_decref", "NRT_MemInfo_data_fast", "nrt_atomic_add", "nrt_atomic_sub")
"""What numba writes for its own memory manager; tools/kernels.ll has another."""


class Refused(Exception):
    """A kernel cannot travel; the reason is its text."""


def tools() -> tuple[Any, Any]:
    """LLVM and numba's types. Numba is told, before it is imported, to leave everything to be optimised here."""
    os.environ["NUMBA_OPT"] = "0"
    try:
        llvm = import_module("llvmlite.binding")
    except ModuleNotFoundError:
        sys.exit("tools/kernels.py needs numba and a linker: ./check sets up what developers use.")
    if "numba" not in sys.modules:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        llvm.set_option("kernels", "-force-vector-interleave=4")  # LLVM has no opinion of its own for WebAssembly
        narrowed()
    return llvm, import_module("numba").types


# --- what travels ----------------------------------------------------------------------------------------------------


def words(signature: str) -> Iterator[str]:
    return iter(re.findall(r"\w*\(|\)|[^\s()]+", signature))


def typed(word: str, rest: Iterator[str], module: ModuleType) -> Any:
    """The numba type of one argument, as tools/kernels.toml writes it."""
    _, types = tools()
    if word.endswith("("):
        members = []
        while (inner := next(rest)) != ")":
            members.append(typed(inner, rest, module))
        name = word[:-1]
        return types.NamedTuple(members, getattr(module, name)) if name else types.BaseTuple.from_types(members)
    scalar = getattr(types, LETTERS[word[0]])
    dimensions = word.rstrip("!>~")[1:]
    return types.Array(scalar, int(dimensions), "C") if dimensions else scalar


def nested(rest: Iterator[str]) -> Iterator[Any]:
    """A signature as the custom section tells it: a tuple is a list."""
    for word in rest:
        if word == ")":
            return
        yield list(nested(rest)) if word.endswith("(") else word


def plain(kind: Any) -> Any:
    """A type as the custom section tells it."""
    _, types = tools()
    if isinstance(kind, types.Array):
        if kind.layout != "C":
            raise Refused("it gives back an array with gaps: copy it first")
        return letter(kind.dtype) + str(kind.ndim)
    if isinstance(kind, types.BaseTuple):
        return [plain(member) for member in kind]
    return None if kind == types.none else letter(kind)


def letter(kind: Any) -> str:
    _, types = tools()
    for name, known in LETTERS.items():
        if getattr(types, known) == types.unliteral(kind):
            return name
    raise Refused(f"{kind} does not travel")


def prepared() -> None:
    """Compile here and now: nothing from a cache, whose code cannot be read, and on one thread."""
    dispatcher: Any = import_module("numba.core.dispatcher").Dispatcher
    for name in [name for name in sys.modules if name.startswith("tablee_lab.kernels.")]:
        for function in vars(sys.modules[name]).values():
            if isinstance(function, dispatcher):
                function._cache = import_module("numba.core.caching").NullCache()
                function.targetoptions.pop("parallel", None)


def narrowed() -> None:
    """Places within arrays are counted in 32 bits and from the front only, which loops a third faster."""
    arrays: Any = import_module("numba.np.arrayobj")
    code: Any = import_module("numba.core.cgutils")
    unsigned = import_module("numba").types.uintp
    whole = code.get_item_pointer2

    def pointer(
        context: Any, builder: Any, data: Any, shape: Any, strides: Any, layout: str, inds: Any, **rest: Any
    ) -> Any:
        if layout == "C":
            shape, inds = ([builder.trunc(each, code.int32_t) for each in numbers] for numbers in (shape, inds))
        return whole(context, builder, data, shape, strides, layout, inds, **rest)

    code.get_item_pointer2 = pointer
    arrays.fix_integer_index = lambda context, builder, kind, place, size: context.cast(builder, place, kind, unsigned)


# --- from numba to LLVM ----------------------------------------------------------------------------------------------


def compiled(function: Any, signature: tuple[Any, ...], entry: str) -> tuple[Any, Any]:
    """The LLVM module of a kernel and all that it calls, with an entry that reads its arguments from memory."""
    llvm, _ = tools()
    try:
        function.compile(signature)
    except import_module("numba.core.errors").NumbaError as error:
        raise Refused(f"numba cannot compile it: {str(error).splitlines()[0]}") from error
    overload = function.overloads[signature]
    name = overload.fndesc.llvm_func_name
    text = "\n".join(own(overload.library.get_llvm_str()))
    text = text.replace("= common ", "= linkonce_odr ")  # LLVM's writer of WebAssembly knows no common symbols
    text = re.sub(r'^target (triple|datalayout) = ".*"$|"target-(cpu|features)"="[^"]*"', "", text, flags=re.MULTILINE)
    text = re.sub(r"(alloca i[18]), align \d+", r"\1, align 1", text)  # numba asks the machine that builds
    module = llvm.parse_assembly(f'target triple = "{TRIPLE}"\n{text}\n{wrapped(text, name, entry, signature)}')
    return module, overload.signature.return_type


def own(text: str) -> Iterator[str]:
    """The lines of a module without what is Python's: wrappers that Python calls, and numba's memory manager."""
    dropped = False
    for line in text.splitlines():
        if line.startswith("define "):
            name = re.search(r'@"?([^"(]+)"?\(', line)
            assert name
            dropped = name[1].startswith(("_ZN7cpython", "cfunc.")) or name[1] in OURS
            if name[1] in OURS:
                yield declared(line)
        if not dropped:
            yield line
        if line == "}":
            dropped = False


def declared(line: str) -> str:
    """A definition's first line as a declaration."""
    head = re.sub(r"^define (linkonce_odr |internal )?", "declare ", line)
    return re.sub(r"\s*(#\d+)?\s*\{$", "", head)


def wrapped(text: str, name: str, entry: str, signature: tuple[Any, ...]) -> str:
    """The entry of a kernel: what it is called with lies in a record, eight bytes for each number, and for each array
    its address and its lengths. The result takes the place of the record. What was passed in has `size` bytes in all;
    behind them the memory is the kernel's.

    Nobody owns the memory of an array that is passed in, and it has no gaps: told so, LLVM drops numba's counting of
    who holds it.
    """
    _, types = tools()
    first = next(line for line in text.splitlines() if line.startswith("define ") and f"@{name}(" in line)
    kinds = re.findall(r"(?:^|, )(\w+) (?=[^,]*%)", first[first.index(f"@{name}(") + len(name) + 2 :])
    lines = ["  %error = alloca ptr"]
    passed = ["%record", "%error"]
    slots = count()

    def line(made: str) -> str:
        lines.append(f"  %v{len(lines)} = {made}")
        return f"%v{len(lines) - 1}"

    def load(kind: str) -> str:
        return line(f"load {kind}, ptr {line(f'getelementptr i8, ptr %record, i32 {8 * next(slots)}')}")

    def take(kind: Any) -> None:
        if isinstance(kind, types.BaseTuple):
            for member in kind:
                take(member)
        elif isinstance(kind, types.Array):
            data, shape = load("ptr"), [load("i64") for _ in range(kind.ndim)]
            width = str(kind.dtype.bitwidth // 8) if kind.dtype != types.boolean else "1"
            items = reduce(lambda one, other: line(f"mul i64 {one}, {other}"), shape)
            strides = list(accumulate(shape[:0:-1], lambda one, other: line(f"mul i64 {one}, {other}"), initial=width))
            passed.extend(["null", "null", items, width, data, *shape, *reversed(strides)])
        else:
            passed.append(load(kinds[len(passed)]))

    for kind in signature:
        take(kind)
    given = ", ".join(f"{kind} {value}" for kind, value in zip(kinds, passed, strict=True))
    call = f"  %status = call i32 @{name}({given})"
    begun = "  call i32 @begin(i32 %size)"
    head = f'declare i32 @begin(i32)\ndefine i32 @"{entry}"(ptr %record, i32 %size) {{'
    return "\n".join([head, begun, *lines, call, "  ret i32 %status", "}"])


# --- from LLVM to WebAssembly ----------------------------------------------------------------------------------------


def linked(modules: list[Any], entries: list[str]) -> bytes:
    """One WebAssembly file of these modules and what they need of a memory manager."""
    llvm, _ = tools()
    whole = llvm.parse_assembly(SUPPORT.read_text("utf-8"))
    for module in modules:
        whole.link_in(module)
    exported = ["begin", *entries]
    kept = [*exported, "__multi3"]  # which is only asked for when WebAssembly is written
    for function in whole.functions:
        if not function.is_declaration and function.name not in kept:
            function.linkage = "internal"
    whole.verify()
    target = llvm.Target.from_triple(TRIPLE)
    machine = target.create_target_machine(opt=3, features=FEATURES)
    whole.data_layout = str(machine.target_data)
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    builder = llvm.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(whole, builder)
    with tempfile.TemporaryDirectory() as folder:
        made, result = Path(folder) / "kernel.o", Path(folder) / "kernel.wasm"
        made.write_bytes(machine.emit_object(whole))
        command = [sys.executable, "-m", "ziglang", "wasm-ld", *OPTIONS, *(f"--export={name}" for name in exported)]
        run = subprocess.run([*command, str(made), "-o", str(result)], capture_output=True, text=True, check=False)
        if run.returncode:
            asked = sorted(set(re.findall(r"undefined symbol: (\S+)", run.stderr)))
            raise Refused(f"it asks for {', '.join(asked)}" if asked else run.stderr)
        return result.read_bytes()


def unsigned(number: int) -> bytes:
    """A whole number as WebAssembly writes it, seven bits a byte."""
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + unsigned(rest) if rest else bytes([low])


def built(name: str) -> bytes:
    """The file of one kernel module."""
    tools()
    for source in sources(name):
        for node in ast.walk(ast.parse(source.read_text("utf-8"))):
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.UnaryOp):
                raise Refused(f"{source.name}, line {node.lineno}: it counts from the end, which cannot travel")
    module = import_module(f"tablee_lab.kernels.{name}")
    prepared()
    modules, about = [], {}
    for entry, signature in TRAVELLERS[name].items():
        rest = words(signature)
        arguments = tuple(typed(word, rest, module) for word in rest)
        try:
            made, result = compiled(getattr(module, entry), arguments, entry)
            about[entry] = {"arguments": list(nested(words(signature))), "result": plain(result)}
            modules.append(made)
        except Refused as reason:
            raise Refused(f"{name}.{entry} cannot travel: {reason}") from reason
    try:
        code = linked(modules, list(about))
    except Refused as reason:
        raise Refused(f"{name} cannot travel: {reason}") from reason
    told_of = json.dumps({"kernels": about, "made": made_of(name)}, sort_keys=True).encode()
    body = unsigned(len(SECTION)) + SECTION + told_of
    sealed: bytes = import_module("tablee.engine.runtime").seal(code + b"\0" + unsigned(len(body)) + body)
    return sealed


def made_of(name: str) -> str:
    """A fingerprint of all that a file is built from: sources, types and the versions of the tools."""
    digest = hashlib.sha256(json.dumps(TRAVELLERS[name], sort_keys=True).encode())
    for source in sources(name):
        digest.update(ast.unparse(ast.parse(source.read_text("utf-8"))).encode())
    digest.update(SUPPORT.read_bytes() + " ".join([FEATURES, *OPTIONS]).encode())
    digest.update(" ".join(version(tool) for tool in ("numba", "llvmlite", "ziglang")).encode())
    return digest.hexdigest()


def sources(name: str) -> list[Path]:
    """The files that a kernel module and those it imports are written in."""
    seen, found = [f"tablee_lab.kernels.{name}"], []
    for module in seen:
        found.append(file := source_of(module))
        for package, names in re.findall(
            r"^from (tablee_lab\.kernels\b[\w.]*|tablee\.engine\b[\w.]*) import (.+)$",
            file.read_text("utf-8"),
            re.MULTILINE,
        ):
            for imported in names.replace("(", "").split(","):
                inner = f"{package}.{imported.split()[0]}"
                inner = inner if source_of(inner).is_file() else package
                if inner != "tablee.engine.runtime" and inner not in seen:  # what runs a kernel is none of it
                    seen.append(inner)
    return found


def source_of(module: str) -> Path:
    """The file of a module of ours, whether or not it is there."""
    path = SOURCES[module.partition(".")[0]].joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="kernel modules; none: all that travel")
    parser.add_argument("--check", action="store_true", help="compare with what is there, and write nothing")
    asked = parser.parse_args()
    different = 0
    for name in asked.names or TRAVELLERS:
        try:
            code = built(name)
        except Refused as reason:
            print(reason, file=sys.stderr)
            return 1
        path = BUILT / f"{name}.wasm"
        if asked.check:
            same = path.is_file() and path.read_bytes() == code
            different += not same
            print(f"{name}: {'the same' if same else 'DIFFERENT from what is built now'}")
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(code)
            print(f"{name}: {len(code)} bytes")
    return 1 if different else 0


if __name__ == "__main__":
    # Numba orders what it writes by sets of names, whose order Python draws anew for every process.
    if os.environ.get("PYTHONHASHSEED") != SEED:
        sys.exit(subprocess.run([sys.executable, *sys.argv], env=os.environ | {"PYTHONHASHSEED": SEED}).returncode)
    sys.exit(main())
