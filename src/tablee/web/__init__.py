"""The table in a browser: pages, a small script on top of them, a JSON API, and the stream that keeps them live."""
