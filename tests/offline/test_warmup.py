"""What a snapshot is taken of: everything is loaded, and nothing of a game or of chance is left."""

import asyncio
import gc
import random
import subprocess
import sys

from tablee.offline import warmup
from tablee.table import Table

# In a process of its own: what a first roll needs, as a page's script asks for it, is there after the warm-up.
PROGRAM = """
import asyncio, re, sys
from tablee.offline.asgi_bridge import Application
from tablee.offline.warmup import FORM, PART, MemoryDatabase, warm_up
asyncio.run(warm_up())
before = set(sys.modules)
async def first_roll():
    app = await Application(MemoryDatabase(), "./").begin()
    await app.answer("GET", "/")
    shown = await app.answer("POST", "/tables", FORM, b"game=laaancez&way=here")
    version, seq = (re.search(f'name="{key}" value="(\\\\d+)"', shown.body.decode())[1] for key in ("version", "seq"))
    form = f"version={version}&seq={seq}&layout=wide&salt=0123456789abcdef"
    rolled = await app.answer("POST", f"{shown.path}/roll", FORM | PART, form.encode())
    assert rolled.status == 200, rolled.status
    assert len((await app.answer("GET", "/mine")).body) > 100
asyncio.run(first_roll())
print(sorted(name for name in set(sys.modules) - before if name.startswith("tablee")))
"""


def test_after_it_a_first_roll_needs_nothing_that_is_not_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"


def test_no_game_stays_and_two_starts_do_not_draw_the_same() -> None:
    before = tables()  # other tests may have left some
    asyncio.run(warmup.warm_up())
    warmup.collect()
    assert not [table for table in tables() if all(table is not other for other in before)]
    state = random.getstate()
    drawn = []
    for _ in range(2):
        random.setstate(state)
        warmup.reseed()
        drawn.append([random.random() for _ in range(4)])
    assert drawn[0] != drawn[1]


def tables() -> list[Table]:
    return [thing for thing in gc.get_objects() if isinstance(thing, Table)]
