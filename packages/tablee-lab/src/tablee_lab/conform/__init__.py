"""The conformance kit: does another implementation of these games, in any language, keep the rules?

The program speaks the line protocol of `tablee referee`. Every check asks it questions whose answers we know, small
games first, and gives a verdict on each answer:

| check   | what is asked                                                                              |
|---------|--------------------------------------------------------------------------------------------|
| manners | a request in every style; and lines that are not requests, and what comes after (`malformed`)           |
| perft   | every sequence of events up to a depth, found through the program's answers (`counting`)    |
| corners | meetings of zones; calculations right, tempting and wrong; rows of shields (`kit`, by game) |
| fuzz    | whole random games of every variant; events that cannot be, and misspelled ones (`fuzz`)    |
| vectors | shipped positions with their answers (`vectors`)                                            |
"""

from .case import Case, Question
from .examination import Disagreement, Examination, Plan, shorter
from .kit import Kit, Played
from .program import Session, Verdict
from .variants import chosen

__all__ = [
    "Case",
    "Disagreement",
    "Examination",
    "Kit",
    "Plan",
    "Played",
    "Question",
    "Session",
    "Verdict",
    "chosen",
    "shorter",
]
