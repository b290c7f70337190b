"""The app that needs no server: the same application as a folder of files, run by Python inside the browser.

On the maker's machine:

    runtime         the Python for browsers (the npm package `pyodide`), pinned and checked
    archive         our code and what it needs, as bytecode of that Python
    build           the folder, and a small server for it, for this device alone

In a worker of the browser:

    asgi_bridge     a request of the page's script becomes an ASGI request, and back
    browser_store   games and cookies, over the browser's own database
    export          everything that the browser keeps, as one file and back
    table_builder   large tables, built by another worker
    warmup          a first roll of each game, played before the memory snapshot is taken

and `static/`: the page's side (`lead.js`: which tab has the worker; `app.js`), the worker (`worker.js`, `database.js`,
and Python for it, `python.js`), the worker that takes the snapshot (`snapshot.js`), large tables (`tables.js`,
`table_builder.js`), and the service worker that keeps the files (`service.js`).
"""
