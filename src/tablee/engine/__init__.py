"""Compiled kernels, run as WebAssembly: `runtime` calls them, on a desk or in a browser.

runtime         the kernels of a module as functions of buffers and numbers
wasmtime_host   the host on a desk
pyodide_host    the host in a browser
types, pushes   what solvers and kernels both know of cadeau and Pousse-blocs
wasm/           the compiled files; their sources are `tablee_lab.kernels`
"""
