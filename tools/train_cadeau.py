"""Train the value of cadeau positions of any number of zones (`src/tablee/engine/data/cadeau_*.table`).

    .venv/bin/python tools/train_cadeau.py samples any build/any.npz      exact labels, from the tables of 1 to 3 zones
    .venv/bin/python tools/train_cadeau.py fit build/any.npz src/tablee/engine/data/cadeau_trained_any.table --minutes 6
    .venv/bin/python tools/train_cadeau.py measure any --zones 3 --depth 2 --ending 9

`samples` and `measure` need tablee-lab; `fit` needs PyTorch and nothing of tablee, so that it can run where a
GPU is. Half of every step learns exact values of 1 to 3 zones; the other half plays games of 4 to 9 zones against
itself and learns the mean over the die of the best move it sees. The form of the value is described in
`games.cadeau.solver.trained_values`. `measure` plays the trained value, searched so many dice ahead, over every
position of a game that can be solved, and prints what a best response gains.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from tablee.core.words import Text
from tablee.engine import runtime, tablebase
from tablee.engine.solution import Progress, quiet
from tablee.games.cadeau import Variant
from tablee.games.cadeau.solver.exact_values import backward, layers_of, sweep_layer
from tablee.games.cadeau.solver.layers import Layers
from tablee.games.cadeau.solver.trained_values import Numbering, net

CONTEXT = 16
"""Numbers that say what the rest of the table means to a zone."""

RATE = 1e-2
"""The highest rate of learning; it rises to it over 200 steps and falls to a hundredth of it."""

Array = np.ndarray[Any, np.dtype[Any]]

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # where `tools` is found


def arrays(*given: Any) -> tuple[Any, ...]:
    """What the solvers keep, as the compiled kernels take it: arrays, and tuples of arrays."""
    return tuple(type(one)(*map(np.asarray, one)) if hasattr(one, "_fields") else np.asarray(one) for one in given)


# Exact labels


def samples(straights: str, out: Path, count: int, seed: int) -> None:
    """Positions with exact values: half from games of mixed quality, half from anywhere in their layer."""
    from tablee.games.cadeau import Variant
    from tablee.games.cadeau.solver import exact_values
    from tablee.games.cadeau.solver.trained_values import Numbering
    from tablee.games.cadeau.solver.zones import automaton

    chance = np.random.default_rng(seed)
    numbering = Numbering.of(straights)
    sizes = np.asarray(automaton(straights).sizes)
    arrays: dict[str, Array] = {"choices": np.asarray(numbering.choices), "kind": np.repeat(np.arange(16), sizes)}
    for zones in (1, 2, 3):
        layers = exact_values.layers_of(Variant(zones, straights))
        values: list[Array] = [np.empty(0)] * (layers.last + 1)
        for layer, found in exact_values.backward(layers):
            values[layer] = np.asarray(found)
        games = min(count * (6 * zones) // 36, 40 * layers.size(layers.last // 2))
        walked = walk(layers, values, games, chance)
        classes, worth, movers = [], [], []
        for layer in range(layers.last):
            anywhere = chance.integers(0, layers.size(layer), min(games, layers.size(layer)))
            places = np.unique(np.concatenate([walked[layer], anywhere]))
            classes.append(zones_at(numbering, layers, layer, places))
            movers.append(np.full(places.size, layer % 2, np.int8))
            lutins = values[layer][places] if layer % 2 == 0 else 1.0 - values[layer][places]
            worth.append(lutins.astype(np.float32))
        arrays[f"classes{zones}"] = np.concatenate(classes).astype(np.int16)
        arrays[f"movers{zones}"] = np.concatenate(movers)
        arrays[f"values{zones}"] = np.concatenate(worth)
        print(zones, "zones:", arrays[f"values{zones}"].size, "positions", flush=True)
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(out, **arrays)  # type: ignore[arg-type]


def zones_at(numbering: Any, layers: Any, layer: int, places: Array) -> Array:
    """int64[N, Z]: the zones of the positions at these places of a layer."""
    training_kernels: Any = import_module("tools.training_kernels")

    block = layers.block[layer]
    out = np.zeros((places.size, layers.zones), np.int64)
    training_kernels.unrank_all(places, *arrays(block, layers.automaton.sizes, layers.binomial), out)
    s = np.searchsorted(np.asarray(block.offset), places, side="right") - 1
    return np.asarray(out + np.asarray(numbering.first)[np.asarray(block.kinds)[s]])


def walk(layers: Any, values: list[Array], games: int, chance: np.random.Generator) -> list[Array]:
    """The places visited by games in which a share of the moves, drawn for each game, is random."""
    kernel = runtime.module("cadeau", large=True)
    wild = chance.choice([0.0, 0.1, 0.3, 1.0], games)
    places = np.zeros(games, np.int64)
    visited = [places]
    for layer in range(layers.last - 1):
        moves = layers.moves_by(layer, layers.automaton.reached)
        sizes, binomial = layers.automaton.sizes, layers.binomial
        reached = np.asarray(kernel.children(layers.block[layer], moves, sizes, binomial, places))
        reached = reached[np.arange(games), chance.integers(0, 6, games)]
        best = np.where(reached >= 0, values[layer + 1][reached], np.inf)
        blind = np.where(reached >= 0, chance.random(reached.shape), np.inf)
        chosen = np.where((chance.random(games) < wild)[:, None], blind, best).argmin(axis=1)
        places = reached[np.arange(games), chosen]
        visited.append(places)
    return visited


# The fit


def fit(data: Path, out: Path, minutes: float, seed: int, device: str) -> None:
    """Learn from exact labels and from games against itself; write the arrays that `value` reads."""
    import torch  # type: ignore[import-not-found,unused-ignore]

    torch.manual_seed(seed)
    torch.set_float32_matmul_precision("high")
    loaded = dict(np.load(data))
    sets = {}
    for zones, mover in product((1, 2, 3), (0, 1)):
        rows = np.flatnonzero(loaded[f"movers{zones}"] == mover)
        sets[zones, mover] = (
            torch.as_tensor(loaded[f"classes{zones}"][rows].astype(np.int64), device=device),
            torch.as_tensor(loaded[f"values{zones}"][rows], device=device),
        )
    choices = torch.as_tensor(loaded["choices"].astype(np.int64), device=device)
    kind = torch.as_tensor(loaded["kind"].astype(np.int64), device=device)
    value = Value(kind, device)
    fast = value.parameters(device)
    slow = {name: tensor.detach().clone() for name, tensor in fast.items()}  # their running mean: what is kept
    optimizer = torch.optim.Adam(fast.values(), lr=RATE)
    weights = {3: 0.6, 2: 0.2, 1: 0.05}
    chance = np.random.default_rng(seed)
    going: dict[int, dict[str, Any]] = {}
    started, step = time.monotonic(), 0
    while (done := (time.monotonic() - started) / (60.0 * minutes)) < 1.0:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / 200) * max(0.01, (1.0 - done) ** 1.5)
        errors = {}
        for (zones, mover), (classes, worth) in sets.items():
            picked = torch.randint(0, len(worth), (8192,), device=device)
            errors[zones, mover] = torch.mean((value(fast, classes[picked], mover) - worth[picked]) ** 2)
        loss = sum(weights[zones] * error for (zones, _), error in errors.items())
        # Games of more zones go on side by side; each step plays one die of one batch of them.
        zones = int(chance.choice([4, 5, 5, 6, 7, 8, 9]))
        if zones not in going or going[zones]["dice"] == 6 * zones:
            going[zones] = new_games(zones, kind, device)
        classes, mover, target = advance(going[zones], value, slow, choices)
        loss = loss + 0.6 * torch.mean((value(fast, classes, mover) - target) ** 2)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(fast.values(), 0.05)
        optimizer.step()
        with torch.no_grad():
            for name, mean in slow.items():
                mean.lerp_(fast[name], max(0.002, 1.0 / (step + 2)))
        step += 1
        if step % 500 == 0:
            shown = " ".join(
                f"{zones}/{mover + 1} {float(error.detach()) ** 0.5:.4f}" for (zones, mover), error in errors.items()
            )
            print(f"{done:6.1%} step {step}, root mean square errors by zones/mover: {shown}", flush=True)
    with torch.no_grad():
        for (zones, mover), (classes, worth) in sets.items():
            guess = torch.cat([value(slow, part, mover) for part in classes.split(1 << 17)])
            print(f"{zones} zones, mover {mover + 1}: error {float(torch.mean((guess - worth) ** 2)) ** 0.5:.5f}")
    out.parent.mkdir(parents=True, exist_ok=True)
    arrays = {name: tensor.cpu().numpy() for name, tensor in slow.items()}
    tablebase.write(out, tablebase.assemble("cadeau", out.stem.removeprefix("cadeau_"), 1, 0.0, 0.0, arrays))


class Value:
    """The trained value, as `cadeau.solver.trained_values` describes it; the first axis of a parameter is the mover."""

    def __init__(self, kind: Any, device: str) -> None:
        import torch

        self.classes = len(kind)
        self.full = self.classes - 3  # the three classes of a full zone come last: lost, drawn, won
        self.settled = torch.eye(3, device=device)

    def parameters(self, device: str) -> dict[str, Any]:
        import torch

        shapes = {
            "meaning": (0.1, (2, self.classes, CONTEXT)),
            "shift": (0.1, (2, CONTEXT)),
            "chance": (0.0, (2, self.classes, 2)),
            "slope": (0.05, (2, self.classes, 2, CONTEXT)),
        }
        return {
            name: (spread * torch.randn(shape, device=device)).requires_grad_()
            for name, (spread, shape) in shapes.items()
        }

    def __call__(self, p: dict[str, Any], classes: Any, mover: int) -> Any:
        """The Lutins' chance, for int64[N, Z] classes."""
        import torch

        meaning = p["meaning"][mover][classes]  # [N, Z, CONTEXT]
        rest = meaning.sum(dim=1, keepdim=True) - meaning + p["shift"][mover]
        context = torch.nn.functional.softsign(rest)
        scores = p["chance"][mover][classes] + (p["slope"][mover][classes] * context[:, :, None, :]).sum(dim=3)
        odds = torch.cat([torch.zeros_like(scores[..., :1]), scores], dim=2).softmax(dim=2)
        full = classes >= self.full
        odds = torch.where(full[..., None], self.settled[(classes - self.full).clamp(min=0)], odds)
        lead = odds[:, 0]  # [N, 2 z + 1], from all lost to all won
        for z in range(1, classes.shape[1]):
            wider = torch.nn.functional.pad(lead, (0, 2)) * odds[:, z, :1]
            wider = wider + torch.nn.functional.pad(lead, (1, 1)) * odds[:, z, 1:2]
            lead = wider + torch.nn.functional.pad(lead, (2, 0)) * odds[:, z, 2:]
        zones = classes.shape[1]
        return lead[:, zones + 1 :].sum(dim=1) + 0.5 * lead[:, zones]


def new_games(zones: int, kind: Any, device: str, count: int = 2048) -> dict[str, Any]:
    import torch

    empty = int(torch.nonzero(kind == 0)[0])
    wild = torch.tensor([0.0, 0.05, 0.2, 0.6], device=device)[torch.randint(0, 4, (count,), device=device)]
    return {"dice": 0, "classes": torch.full((count, zones), empty, device=device), "wild": wild}


def advance(games: dict[str, Any], value: Value, parameters: dict[str, Any], choices: Any) -> tuple[Any, int, Any]:
    """Play one die in every game; the positions before it, who moved, and what one look ahead says they are worth."""
    import torch

    before, mover = games["classes"], games["dice"] % 2
    count, zones = before.shape
    width = choices.shape[3]
    made = choices[mover][before]  # [N, Z, 6, W]
    after = before[:, None, None, None, :].expand(count, zones, 6, width, zones).clone()
    for z in range(zones):
        after[:, z, :, :, z] = made[:, z]
    legal = made >= 0
    flat = after.reshape(-1, zones).clamp(min=0)
    with torch.no_grad():
        worth = torch.cat([value(parameters, part, 1 - mover) for part in flat.split(1 << 19)])
    worth = worth.reshape(legal.shape)
    sign = 1.0 if mover == 0 else -1.0
    worth = torch.where(legal, sign * worth, torch.full_like(worth, -9.0))
    worth = worth.permute(0, 2, 1, 3).reshape(count, 6, zones * width)
    target = sign * worth.amax(dim=2).mean(dim=1)
    row = torch.arange(count, device=before.device)
    die = torch.randint(0, 6, (count,), device=before.device)
    rolled = worth[row, die]
    blind = torch.where(rolled > -5.0, torch.rand_like(rolled), torch.full_like(rolled, -9.0))
    wild = torch.rand(count, device=before.device) < games["wild"]
    chosen = torch.where(wild[:, None], blind, rolled).argmax(dim=1)
    games["classes"] = after[row, chosen // width, die, chosen % width]
    games["dice"] += 1
    return before, mover, target


# What it is worth: how good a way of playing is, measured over every position of a game that can be solved.
#
# A *guess* gives each position of a layer a value to the player about to roll; playing by it means moving to the lowest
# guess. `exploitability` lets a perfect opponent, who knows the guess, play against it from either seat, and adds up
# what the two gain over the value of the game: 0 for perfect play, and no opponent at all can gain more.

Guess = Callable[[int], Array]
"""The guess of every position of a layer, to the player about to roll."""

NOTHING = np.empty(0)


def estimates(layers: Layers, layer: int) -> Array:
    """The trained value of every position of a layer, to the player about to roll."""
    if layer == layers.last:
        return np.asarray(layers.results())
    straights = layers.automaton.straights
    out = np.empty(layers.size(layer))
    first, sizes = Numbering.of(straights).first, layers.automaton.sizes
    chunks = layers.chunks(layer)
    block, mover = layers.block[layer], layers.mover(layer) - 1
    training_kernels: Any = import_module("tools.training_kernels")

    given = arrays(net(straights), first, block, sizes, layers.binomial, chunks)
    training_kernels.estimate_layer(*given, mover, out)
    return out


def searched(layers: Layers, depth: int, ending: int = 0) -> Guess:
    """Looking `depth` dice ahead over the trained value, and to the end where at most `ending` dice are to come."""

    def guess(layer: int) -> Array:
        horizon = layers.last if layers.last - layer <= ending else min(layer + depth, layers.last)
        values = estimates(layers, horizon)
        for each in reversed(range(layer, horizon)):
            values = np.asarray(sweep_layer(layers, each, values))
        return values

    return guess


@dataclass(frozen=True)
class Exploited:
    """What a best response gains from each seat over the value of the game, and the mean regret of a decision."""

    value: float
    gains: tuple[float, float]  # of the Lutins against the guess, of the Gnomes against it
    regret: float  # over all positions and dice, each counted alike

    @property
    def total(self) -> float:
        return sum(self.gains)


def exploitability(layers: Layers, guess: Guess, progress: Progress = quiet) -> Exploited:
    """Two best responses to a guess, one from each seat, in one backward pass beside the exact values."""
    exact = np.asarray(layers.results())
    worth = {1: exact, 2: 1.0 - exact}  # to the Lutins answering the guess, to the Gnomes answering it
    regret = np.zeros(2)
    training_kernels: Any = import_module("tools.training_kernels")

    sweeps = backward(layers)
    next(sweeps)
    for layer, before in sweeps:
        progress(1.0 - layer / layers.last, Text(fr=f"{layer} dé(s) écrit(s)", en=f"{layer} dice written"))
        mover = layers.mover(layer)
        guessed = guess(layer + 1)
        # The one who answers may try every cell, also those that no perfect player need look at.
        answer = layers.moves_by(layer, layers.automaton.reached)
        follow = layers.moves(layer)
        chunks = layers.chunks(layer)
        answers = {}
        for responder in (1, 2):
            out = np.empty(layers.size(layer))
            lost = np.zeros((len(chunks), 2))
            moves, by, true = (answer, NOTHING, NOTHING) if responder == mover else (follow, guessed, exact)
            sizes, binomial = layers.automaton.sizes, layers.binomial
            given = arrays(layers.block[layer], moves, sizes, binomial, chunks)
            training_kernels.respond(*given, by, worth[responder], true, out, lost)
            answers[responder] = out
            regret += lost.sum(axis=0)
        worth, exact = answers, np.asarray(before)
    value = float(exact[0])
    gains = float(worth[1][0]) - value, float(worth[2][0]) - (1.0 - value)
    return Exploited(value, gains, float(regret[0] / regret[1]))


def measure(straights: str, zones: int, depth: int, ending: int) -> None:
    """Two best responses against the trained value, and the mean regret of its decisions."""
    layers = layers_of(Variant(zones, straights))
    found = exploitability(layers, searched(layers, depth, ending))
    print(f"value of the start {found.value:.6f}")
    print(f"a best response gains {found.gains[0]:.6f} as the Lutins, {found.gains[1]:.6f} as the Gnomes")
    print(f"total exploitability {found.total:.6f}, mean regret of a decision {found.regret:.2e}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    label = commands.add_parser("samples")
    label.add_argument("straights", choices=("ordered", "any"))
    label.add_argument("out", type=Path)
    label.add_argument("--count", type=int, default=150_000, help="positions a layer, about")
    label.add_argument("--seed", type=int, default=1)
    learn = commands.add_parser("fit")
    learn.add_argument("data", type=Path)
    learn.add_argument("out", type=Path)
    learn.add_argument("--minutes", type=float, default=6.0)
    learn.add_argument("--seed", type=int, default=1)
    learn.add_argument("--device", default="cpu", help="cpu or cuda")
    rate = commands.add_parser("measure")
    rate.add_argument("straights", choices=("ordered", "any"))
    rate.add_argument("--zones", type=int, default=3, choices=(1, 2, 3))
    rate.add_argument("--depth", type=int, default=0, help="dice that the search looks ahead")
    rate.add_argument("--ending", type=int, default=0, help="dice to come at which it looks to the end")
    chosen = parser.parse_args()
    if chosen.command == "measure":
        measure(chosen.straights, chosen.zones, chosen.depth, chosen.ending)
    elif chosen.command == "samples":
        samples(chosen.straights, chosen.out, chosen.count, chosen.seed)
    else:
        fit(chosen.data, chosen.out, chosen.minutes, chosen.seed, chosen.device)


if __name__ == "__main__":
    main()
