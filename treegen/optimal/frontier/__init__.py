"""The frontier of a search that many workers share: which sets and guesses are open, and what they may cost.

The frontier is an AND/OR tree.  A set of candidates (`OpenSet`, an OR node) needs the best of its guesses, and a guess
that was split (`SplitGuess`, an AND node) needs all of its cells.  `Frontier.take` gives a worker something to search,
`put` takes its answer, and `lose` takes back what a lost worker had.  Nothing is ranked or searched here.

All costs are absolute, upper bounds are exclusive.  A guess at place i in the order of guesses may cost

    min(what the parent leaves, 1 + what trees cost that are known, best + (1 if i comes before the best guess))

and a cell may cost what its guess may, less what the other cells cost at least.  These limits only fall, so a guess
that was closed stays closed, and the result does not depend on who searched what, when, or how often: at each set it
is the first guess in the order that attains the least cost, as in a search on one machine.
"""

from treegen.optimal.frontier.frontier import Frontier
from treegen.optimal.frontier.nodes import Active, Answer, Cell, Contradiction, History, Task

__all__ = ["Active", "Answer", "Cell", "Contradiction", "Frontier", "History", "Task"]
