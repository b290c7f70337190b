"""The games of a batch as a file, one row a game, in order: CSV or Parquet by the end of its name.

game, variant, policies, seed   what was played, the same in every row: rows of several runs can be put together
index                           the number of the game, from 0; with the seed, all it takes to replay it
winner                          the player who won; 0: nobody
events                          rolls and choices
zones_1, zones_2                cadeau: the zones that each side won
left                            blocs alone: the sum left

In Parquet the constant columns take no room, and the metadata holds the plan once more as JSON, under "tablee".
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any, TextIO

import numpy as np

from tablee.core.errors import RequestError, refusal
from tablee.core.extras import install_command
from tablee.core.paths import atomic_path
from tablee.core.words import Text
from tablee_lab.kernels.simulate import Batch

from .plan import Plan

GROUP = 1 << 19  # rows of a Parquet row group


class NothingWritten(Exception):
    """No game is in the file, or not all of the last ones: it is discarded."""


class Rows:
    """A file of games, written under a temporary name that is opened at once, so that a bad path fails early. Closing
    it renames it, unless no game was written: then a file of that name is left alone."""

    def __init__(self, path: str, planned: Plan) -> None:
        form = FORMS.get(Path(path).suffix.lower())
        if form is None:
            raise RequestError(
                f"{path} : le fichier finit par {' ou '.join(FORMS)}.",
                f"{path}: the file ends in {' or '.join(FORMS)}.",
            )
        self.path, self._any = path, False
        with self._writing(), ExitStack() as opened:
            part = opened.enter_context(atomic_path(Path(path)))
            self._form = form(str(part), planned)
            self._file = opened.pop_all()

    def write(self, first: int, batch: Batch) -> None:
        self._any = False  # until it is whole again
        with self._writing():
            self._form.write(first, batch)
        self._any = True

    def close(self) -> None:
        with self._writing(), suppress(NothingWritten), self._file:
            self._form.close()
            if not self._any:
                raise NothingWritten

    def __enter__(self) -> Rows:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @contextmanager
    def _writing(self) -> Generator[None, None, None]:
        try:
            yield
        except OSError as error:
            why = refusal(error)
            raise RequestError(
                Text.fill(
                    "{path} ne peut pas être écrit ({why}).",
                    "{path} cannot be written ({why}).",
                    path=self.path,
                    why=why,
                )
            ) from None


def constants(planned: Plan) -> dict[str, str | int]:
    """The columns that are the same in every row."""
    settings = " ".join(f"{key}={value}" for key, value in planned.named_settings.items())
    return {"game": planned.game, "variant": settings, "policies": ",".join(planned.names), "seed": planned.seed}


class Csv:
    """By the standard library, a million rows in a second or two."""

    def __init__(self, path: str, planned: Plan) -> None:
        self._file: TextIO = open(path, "w", encoding="utf-8", newline="")  # noqa: SIM115 (closed by `close`)
        same, numbers = constants(planned), ("index", "winner", "events", *planned.scores)
        csv.writer(self._file, lineterminator="\n").writerow((*same, *numbers))
        # The constant part of a row is spelled once; a csv.writer would take twice as long over the rest.
        line = io.StringIO()
        csv.writer(line, lineterminator=",").writerow(same.values())
        escaped = line.getvalue().replace("{", "{{").replace("}", "}}")
        self._row = (escaped + ",".join("{}" for _ in numbers) + "\n").format

    def write(self, first: int, batch: Batch) -> None:
        columns = (column.tolist() for column in (batch.winner, batch.events, *batch.scores.T))
        self._file.writelines(map(self._row, range(first, first + len(batch.winner)), *columns))

    def close(self) -> None:
        self._file.close()


class Parquet:
    """By Arrow: small, typed, and read by everything that reads tables."""

    def __init__(self, path: str, planned: Plan) -> None:
        try:
            arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ModuleNotFoundError as missing:
            if (missing.name or "").partition(".")[0] != "pyarrow":
                raise
            raise RequestError(
                f"Un fichier .parquet a besoin de pyarrow ({install_command('lab')}) ; ou écrivez un .csv.",
                f"A .parquet file needs pyarrow ({install_command('lab')}); or write a .csv.",
            ) from None
        self._arrow, self._constants = arrow, constants(planned)
        word = arrow.dictionary(arrow.int8(), arrow.string())
        types = {key: word if isinstance(value, str) else arrow.uint64() for key, value in self._constants.items()}
        types |= {"index": arrow.int64(), "winner": arrow.uint8(), "events": arrow.int32()}
        types |= dict.fromkeys(planned.scores, arrow.int16())
        self._schema = arrow.schema(types, {"tablee": json.dumps(planned.data, ensure_ascii=False)})
        self._writer = parquet.ParquetWriter(path, self._schema)
        self._waiting: list[Any] = []

    def write(self, first: int, batch: Batch) -> None:
        count = len(batch.winner)
        types = (field.type for field in self._schema)
        columns = [
            self._arrow.repeat(self._arrow.scalar(value, next(types)), count) for value in self._constants.values()
        ]
        for numbers in (np.arange(first, first + count), batch.winner, batch.events, *batch.scores.T):
            columns.append(self._arrow.array(numbers, next(types)))
        self._waiting.append(self._arrow.Table.from_arrays(columns, schema=self._schema))
        if sum(table.num_rows for table in self._waiting) >= GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._waiting:
            self._writer.write_table(self._arrow.concat_tables(self._waiting), GROUP)
            self._waiting.clear()

    def close(self) -> None:
        self._flush()
        self._writer.close()


FORMS: dict[str, type[Csv | Parquet]] = {".csv": Csv, ".parquet": Parquet}
