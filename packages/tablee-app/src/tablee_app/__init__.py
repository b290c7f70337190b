"""The builder of the app that needs no server: the table as a folder of files, run by Python inside the browser.

    runtime         the Python for browsers (the npm package `pyodide`), pinned and checked
    archive         our code and what it needs, as bytecode of that Python
    build           the folder, and a small server for it, for this device alone
    build_app       the command

What runs in the browser is `tablee.offline`, its scripts included.
"""
