"""The app that needs no server, as it runs: the same application in a worker of the browser. `tablee-app` builds it.

    asgi_bridge         a request of the page's script becomes an ASGI request, and back
    browser_store       games and cookies, over the browser's own database
    export              everything that the browser keeps, as one file and back
    tablebase_builder   large tablebases, built by another worker
    warmup              a first roll of each game, played before the memory snapshot is taken

and `static/`: the page's side (`lead.js`: which tab has the worker; `app.js`), the worker (`worker.js`, `database.js`,
and Python for it, `python.js`), the worker that takes the snapshot (`snapshot.js`), large tablebases (`tablebases.js`,
`tablebase_builder.js`), and the service worker that keeps the files (`service.js`).
"""
