"""The lab: what a variant, a handicap or your own sheet is like to play, measured within seconds.

study     play a variant: who is favoured, how long, how tense, which choices matter, which option is dead
Study     what came out, every figure with its interval
improve   search sheets that are fairer and livelier than one

Each game has a module of its name here that says how far ahead everybody is (`standing`) and what can be left alone
(`options`); a guest's package has it as its module `lab`.
"""

from .optimise import Proposal, improve
from .studies import Study, study

__all__ = ["Proposal", "Study", "improve", "study"]
