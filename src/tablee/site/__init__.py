"""The app that needs no server: the same application as a folder of files, run by Python inside the browser.

Here, on the maker's machine:

    runtime     the Python for browsers (the npm package `pyodide`), pinned and checked
    archive     our code and what it needs, as bytecode of that Python
    wasm        Python's own code, as it starts soonest
    join        scripts, joined
    build       the folder

There, in a worker of the browser:

    inside      a request of the page's script becomes one of the application; cookies
    keep        the store of games, over the browser's own database
    shelf       large tables, which another worker builds
    rehearsal   what is played for nobody, before Python's memory is kept for the next start

and `static/`: the page's side (who leads, `lead.js`; `app.js`), the worker (`worker.js`, and Python for it,
`python.js`), those that make memory and compiled code for the next start (`memory.js`, `code.js`), large tables
(`shelf.js`) and the one that builds them (`builder.js`), and what keeps the files for good (`service.js`).
"""
