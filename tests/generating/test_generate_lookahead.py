"""Looking ahead on random clauses, beside what all their models share."""

from __future__ import annotations

from functools import partial
from itertools import product
from random import Random

from nlc.generating.lookahead import DEEPEST, LookAhead, deep_levels, depth_of

VARIABLES = 4


def clauses_of(seed: int) -> list[frozenset[int]]:
    random = Random(seed)
    return [
        frozenset(v * random.choice((1, -1)) for v in random.sample(range(1, VARIABLES + 1), width))
        for width in random.choices((2, 3), (1, 4), k=random.randint(6, 10))
    ]


def models(clauses):
    signs = product((1, -1), repeat=VARIABLES)
    boards = [frozenset(v * s for v, s in enumerate(row, 1)) for row in signs]
    return [board for board in boards if all(clause & board for clause in clauses)]


def propagated(clauses, known):
    """Return what follows by unit propagation, or None: a clause is broken."""
    known = set(known)
    while True:
        open_ends = [{lit for lit in c if -lit not in known} for c in clauses if not c & known]
        if not all(open_ends):
            return None
        new = {lit for rest in open_ends if len(rest) == 1 for lit in rest}
        if not new:
            return None if any(-lit in known for lit in known) else frozenset(known)
        known |= new


def follow(clauses, known, lit):
    return propagated(clauses, {*known, lit})


def naive(clauses, known, depth):
    """Return what is concluded at a depth, by its definition."""
    known = propagated(clauses, known)
    if depth == 0 or known is None:
        return known
    for var in range(1, VARIABLES + 1):
        for lit in (var, -var):
            if not known & {lit, -lit} and naive(clauses, known | {lit}, depth - 1) is None:
                return naive(clauses, known | {-lit}, depth)
    return known


def cases():
    """Yield clauses with a model, those and what follows from them by propagation."""
    for seed in range(50):
        clauses = clauses_of(seed)
        if found := models(clauses):
            yield clauses, found, propagated(clauses, ())


def test_each_depth_concludes_what_its_definition_says_and_the_greatest_what_all_models_share():
    gains = set()
    for clauses, found, known in cases():
        shared = frozenset.intersection(*found)
        for depth in range(1, VARIABLES + 1):
            ahead = LookAhead(partial(follow, clauses), set, range(1, VARIABLES + 1))
            more = ahead.conclude(known, depth)
            assert known <= more <= shared
            assert more == naive(clauses, (), depth)
            assert (ahead.settled > 0) == (more != known)
            gains |= {depth} if more != known else set()
            known = more
        assert known == shared
    assert gains >= {1, 2}


def test_greater_depths_stop_when_their_looks_are_spent_and_the_first_has_no_bound():
    stopped = 0
    for clauses, _, known in cases():
        ahead = LookAhead(partial(follow, clauses), set, range(1, VARIABLES + 1))
        assert ahead.conclude(known, 1, looks=0) == ahead.conclude(known, 1)
        known = ahead.conclude(known, 1)
        assert ahead.conclude(known, 2, looks=0) == known
        most = ahead.conclude(known, 2)
        for looks in (3, 9):
            less = ahead.conclude(known, 2, looks=looks)
            assert known <= less <= most
            stopped += less != most
    assert stopped


def test_levels_of_greater_depths_stand_before_search():
    levels = ("counts", "look-ahead", "search")
    assert deep_levels(levels, 1) == levels
    assert deep_levels(levels, 3) == (
        *("counts", "look-ahead", "look-ahead-2", "look-ahead-3", "search"),
    )
    assert [depth_of(level) for level in deep_levels(levels, DEEPEST)] == [1, 1, 2, 3, 1]
    assert depth_of(None) == 1
