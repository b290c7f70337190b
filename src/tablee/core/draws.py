"""The draws of a game in plain integers, bit for bit those of the kernels. Every game of a seed has a key of its own,
and event n of the game uses draw n of that key and no other. So a game is the same wherever it is played, and whatever
was played before it."""

GOLDEN = 0x9E3779B97F4A7C15  # 2^64 divided by the golden ratio, made odd: the step of splitmix64
WORD = (1 << 64) - 1


def mix(word: int) -> int:
    """Sixty-four bits well stirred: the finish of splitmix64."""
    word &= WORD
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


def stream(seed: int, index: int) -> int:
    return mix(mix(seed + GOLDEN) + (index + 1) * GOLDEN)


def draw(key: int, number: int) -> int:
    """Draw `number` of a game, from 0."""
    return mix(key + (number + 1) * GOLDEN)


def below(random: int, count: int) -> int:
    """A draw as a number below `count`."""
    return (random >> 32) * count >> 32
