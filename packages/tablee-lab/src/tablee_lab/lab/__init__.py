"""The lab: what a variant, a handicap or a sheet of one's own is like to play, measured within seconds.

study     play a variant: who is favoured, how long, how tense, which choices matter, which option is dead
Study     what came out, every figure with its interval
improve   search sheets that are fairer and livelier than one

Each game brings a module of its name that says how far ahead everybody is (`standing`) and what can be left alone
(`options`); a guest brings it as its module `lab`.
"""

from .better import Proposal, improve
from .studies import Study, study

__all__ = ["Proposal", "Study", "improve", "study"]
