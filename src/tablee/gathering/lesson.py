"""A ready-made lesson: its plan, and the one button that leads through it."""

from tablee.core import registry as games
from tablee.core.words import Text
from tablee.table import Refused

from . import summary
from .attempts import Attempts
from .gathering import Gathering, Stage
from .rounds import Rounds
from .settings import find_setting

THE_END = Text("La fin", "The end")


class Lessons:
    def __init__(self, rounds: Rounds, attempts: Attempts) -> None:
        self._rounds, self._attempts = rounds, attempts

    async def begin(self, gathering: Gathering) -> None:
        """Begin the first round of a ready-made lesson; `go_on` leads through it. Raises Refused."""
        first, *rest = make_plan(gathering)
        await self._rounds.begin(gathering, first.activity, first.settings)
        gathering.plan = tuple(rest)

    async def go_on(self, gathering: Gathering) -> None:
        """What comes next: the class rolls or plays, the round ends, one more step of what came of it is shown, the
        next round of the lesson begins, or the lesson is over. Raises Refused where that is for the adult to choose."""
        await self._rounds.refresh(gathering)
        round_ = gathering.current_round
        if round_ is not None and not round_.ended and round_.activity == "together":
            await self._attempts.play(gathering)
        elif round_ is not None and not round_.ended:
            await self._rounds.end(gathering)
        elif round_ is not None and gathering.step + 1 < await self.count_steps(gathering):
            gathering.step += 1
        elif gathering.plan and gathering.plan[0].activity:
            stage, *rest = gathering.plan
            await self._rounds.begin(gathering, stage.activity, stage.settings)
            gathering.plan = tuple(rest)
        elif round_ is not None and not gathering.finished:
            gathering.finished, gathering.plan = True, ()
        else:
            raise Refused("Choisissez une activité.", "Choose an activity.")

    async def count_steps(self, gathering: Gathering) -> int:
        """How many steps the projector shows of what came of the round that is over."""
        round_ = gathering.current_round
        if round_ is None or not round_.ended:
            return 0
        if round_.activity == "sums":
            return 1 + (summary.ask_missed(round_) is not None)
        if not round_.dice_code:
            return 0
        return summary.STEPS * len(summary.list_shared_rolls(round_, await self._rounds.find_tables(gathering)))


def make_plan(gathering: Gathering) -> tuple[Stage, ...]:
    """The rounds of a ready-made lesson in the game of a class, by the level and the times that it chose last."""
    rules, last = games.load(gathering.game), gathering.last_settings
    chosen = {one.key: last[one.key] for one in rules.OPTIONS if isinstance(one.default, int) and one.key in last}
    alone = find_setting(1, rules, {})
    stages = (
        Stage(Text("Les règles, en jouant", "The rules, by playing"), "together", {"throws": 3}),
        Stage(Text("Trouver les calculs", "Find the calculations"), "sums", {"seconds": 180}),
        Stage(Text("Mêmes dés", "Same dice"), "same-dice", {**alone, "seconds": 300}),
        Stage(Text("À deux", "In pairs"), "pairs", {}),
        Stage(THE_END, "", {}),
    )
    return tuple(
        stage._replace(settings={**chosen, **stage.settings, **gathering.last_times.get(stage.activity, {})})
        for stage in stages
        if stage.activity != "sums" or games.brings(gathering.game, "sums")
    )
