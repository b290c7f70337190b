"""How many shards a city's maths week needs: a simulation over costs that were measured.

    python benchmarks/city.py                               1,000 classes, with the costs of the documentation
    python benchmarks/city.py --tap 12 --news 2 --classes 300
    python benchmarks/page.py taps                          measures what all three cost
    python benchmarks/lesson.py --browsers 0                measures a whole class

A shard is one core that answers one request after another. A class has 30 devices; it begins within the first ten
minutes of the hour, plays for 35 minutes, and talks together for two minutes out of every ten. A device taps every 3 to
9 seconds; whoever sits opposite fetches the change (`--change`), and each device asks for news every 3 seconds
(`--news`). What is found: the share of taps that are answered within 300 ms, for each number of classes on a shard.
"""

from __future__ import annotations

import argparse
import heapq
import math
import random

GOAL = 0.3  # seconds
LESSON, ARRIVING, CYCLE, TALKING = 35 * 60.0, 10 * 60.0, 600.0, 120.0
DEVICES = 30
THINKING, ASKING = (3.0, 9.0), 3.0


def simulate(classes: int, costs: tuple[float, float, float], chance: random.Random) -> tuple[float, float]:
    """The share of taps within the goal on a shard with so many classes, and how busy it is while all play."""
    tap, change, news = costs
    events: list[tuple[float, int, float, bool]] = []  # when, number, when the class began, is it a tap
    number = 0
    for _ in range(classes):
        began = chance.uniform(0, ARRIVING)
        for _ in range(DEVICES):
            for is_tap in (True, False):
                events.append((began + chance.uniform(0, THINKING[1]), number, began, is_tap))
                number += 1
    heapq.heapify(events)
    free = worked = 0.0
    within = taps = 0
    while events:
        now, device, began, is_tap = heapq.heappop(events)
        if now > began + LESSON:
            continue
        talking = (now - began) % CYCLE > CYCLE - TALKING
        if is_tap and talking:
            heapq.heappush(events, (now + TALKING * chance.random(), device, began, True))
            continue
        cost = (tap if is_tap else news) * chance.uniform(0.5, 1.5)
        free = max(free, now) + cost
        if is_tap:
            taps, within = taps + 1, within + (free - now <= GOAL)
            free += change * chance.uniform(0.5, 1.5)  # the page opposite
        if ARRIVING <= now <= LESSON:
            worked += cost + (change if is_tap else 0)
        later = chance.uniform(*THINKING) if is_tap else ASKING
        heapq.heappush(events, (max(free, now) + later, device, began, is_tap))
    return within / max(1, taps), worked / (LESSON - ARRIVING)


def main() -> None:
    parser = argparse.ArgumentParser(description="How many shards so many classes need.")
    parser.add_argument("--classes", type=int, default=1000)
    parser.add_argument("--tap", type=float, default=5.1, help="milliseconds of processor for a tap")
    parser.add_argument("--change", type=float, default=3.6, help="for the page opposite, which fetches what changed")
    parser.add_argument("--news", type=float, default=0.5, help="for a device that asks for news")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    costs = chosen.tap / 1000, chosen.change / 1000, chosen.news / 1000
    print(f"a tap {chosen.tap} ms, the page opposite {chosen.change} ms, news {chosen.news} ms of one core")
    print(f"{'classes':>8}{'devices':>9}{'busy':>7}{'within 300 ms':>15}{'shards for ' + str(chosen.classes):>18}")
    best = 0
    for classes in range(1, 41):
        share, busy = simulate(classes, costs, random.Random(chosen.seed))
        shards = math.ceil(chosen.classes / classes)
        print(f"{classes:>8}{DEVICES * classes:>9}{busy:>6.0%}{share:>15.2%}{shards:>18}", flush=True)
        if share < 0.9:
            break
        best = classes if share >= 0.99 else best
    print(f"99% within 300 ms: up to {best} classes a shard, {math.ceil(chosen.classes / max(1, best))} shards")


if __name__ == "__main__":
    main()
