"""Boards that are no plain drawing: graphs, wrap-around boards, bridges and warps.

Brute force takes the links of the board from the test itself and tries every set of them that
draws no ring and no more at a cell than two links, or one at a label.
"""

import itertools
from random import Random

import pytest
from support.puzzles import boards, program_of

from nlc.errors import UserError

SPECS = ("domains=log,acyclic=lazy", "domains=direct,acyclic=order", "domains=log,acyclic=lfsr")


def solutions(cells, links, labels, cover, touch=True):
    """Return every set of links that makes paths between equal labels, by definition.

    Args:
        cells: names.
        links: pairs of names, each with the link's name.
        labels: cell to label, every label twice.
    """
    inner = (2,) if cover else (0, 2)
    allowed = {c: (1,) if c in labels else inner for c in cells}
    out = set()
    for chosen, degree, piece in forests(cells, links, {c: max(allowed[c]) for c in cells}):
        if any(degree[c] not in allowed[c] for c in cells):
            continue
        ends = {}
        for c, label in labels.items():
            ends.setdefault(piece[c], []).append(label)
        if any(len(e) != 2 or e[0] != e[1] for e in ends.values()):
            continue
        names = frozenset(name for name, _, _ in chosen)
        if not touch and any(piece[a] == piece[b] and n not in names for n, a, b in links):
            continue
        out.add(names)
    return out


def forests(cells, links, most):
    """Yield the sets of links without a ring that draw no more at a cell than is allowed.

    Each comes with the number of links at each cell, and each cell's piece; look at them at once.
    """
    degree = dict.fromkeys(cells, 0)

    def search(left, chosen, piece):
        if not left:
            yield chosen, degree, piece
            return
        (link, *rest) = left
        _, a, b = link
        yield from search(rest, chosen, piece)
        if piece[a] != piece[b] and degree[a] < most[a] and degree[b] < most[b]:
            degree[a] += 1
            degree[b] += 1
            joined = {c: piece[a] if p == piece[b] else p for c, p in piece.items()}
            yield from search(rest, [*chosen, link], joined)
            degree[a] -= 1
            degree[b] -= 1

    return search(links, [], {c: c for c in cells})


def accepted(text, spec):
    return boards(program_of(text), spec)


def grid(rows, cols, wrap):
    """Return the cells and links of a square board, wrapped one or both ways."""
    cells = [f"r{r}c{c}" for r in range(1, rows + 1) for c in range(1, cols + 1)]
    order = {name: i for i, name in enumerate(cells)}
    links = []
    for r, c in itertools.product(range(rows), range(cols)):
        for dr, dc, around in ((0, 1, "horizontal"), (1, 0, "vertical")):
            y, x = r + dr, c + dc
            if (y < rows and x < cols) or wrap in (around, "both"):
                a, b = f"r{r + 1}c{c + 1}", f"r{y % rows + 1}c{x % cols + 1}"
                a, b = sorted((a, b), key=order.get)
                links.append((f"{a}-{b}", a, b))
    return cells, links


@pytest.mark.sample(1)
@pytest.mark.parametrize("wrap", ["horizontal", "vertical", "both"])
@pytest.mark.parametrize("cover", [True, False])
def test_wrap_around_boards_have_exactly_the_boards_of_brute_force(wrap, cover):
    cells, links = grid(3, 3, wrap)
    random = Random(wrap)
    for _ in range(2):
        picked = random.sample(cells, 4)
        labels = dict(zip(picked, "AABB", strict=True))
        rows = [" ".join(labels.get(f"r{r}c{c}", ".") for c in (1, 2, 3)) for r in (1, 2, 3)]
        text = (
            f'puzzle "w" is numberlink {{ topology square(wrap={wrap}); '
            f"set cover = {str(cover).lower()}; board\n" + "\n".join(rows) + "\nend\n}"
        )
        expected = solutions(cells, links, labels, cover)
        for spec in SPECS:
            assert accepted(text, spec) == expected, (spec, text)
        if wrap == "both":
            with pytest.raises(UserError, match="wraps round both ways"):
                accepted(text, "acyclic=primal-dual")
        else:
            assert accepted(text, "acyclic=primal-dual") == expected, text


@pytest.mark.slow
def test_graphs_have_exactly_the_boards_of_brute_force():
    some = 0
    for seed in range(14):
        random = Random(seed)
        cells = list("pqrstuv")[: random.randint(4, 7)]
        pairs = list(itertools.combinations(cells, 2))
        picked = random.sample(pairs, min(len(pairs), random.randint(4, 11)))
        links = [(f"{a}-{b}", a, b) for a, b in sorted(picked)]
        labels = dict(zip(random.sample(cells, 4), "1122", strict=True))
        cover, touch = random.random() < 0.4, random.random() < 0.7
        marks = " ".join(f"mark label = {label} at {cell};" for cell, label in labels.items())
        text = (
            f'puzzle "g" is numberlink {{ topology graph {{ cells {" ".join(cells)}; links '
            f"{' '.join(name for name, _, _ in links)}; }} {marks} "
            f"set cover = {str(cover).lower()}; set touch = {str(touch).lower()}; }}"
        )
        expected = solutions(cells, links, labels, cover, touch)
        some += bool(expected)
        for spec in SPECS:
            assert accepted(text, spec) == expected, (spec, text)
    assert some > 2


BRIDGE = [
    ("r1c1-r1c2", "r1c1", "r1c2"),
    ("r1c2-r1c3", "r1c2", "r1c3"),
    ("r1c1-r2c1", "r1c1", "r2c1"),
    ("r1c2-r2c2.lane(N)", "r1c2", "r2c2.lane(N)"),
    ("r1c3-r2c3", "r1c3", "r2c3"),
    ("r2c1-r2c2.lane(E)", "r2c1", "r2c2.lane(E)"),
    ("r2c2.lane(E)-r2c3", "r2c2.lane(E)", "r2c3"),
    ("r2c1-r3c1", "r2c1", "r3c1"),
    ("r2c2.lane(N)-r3c2", "r2c2.lane(N)", "r3c2"),
    ("r2c3-r3c3", "r2c3", "r3c3"),
    ("r3c1-r3c2", "r3c1", "r3c2"),
    ("r3c2-r3c3", "r3c2", "r3c3"),
]


@pytest.mark.sample(7)
@pytest.mark.parametrize("cover", [True, False])
@pytest.mark.parametrize("rows", ["AB./.+./.BA", "A../.+./..A", ".A./A+B/.B.", "..A/A+./B.B"])
def test_bridges_have_exactly_the_boards_of_brute_force(rows, cover):
    drawn = rows.split("/")
    cells = sorted({name for _, a, b in BRIDGE for name in (a, b)})
    labels = {
        f"r{r}c{c}": token
        for r, row in enumerate(drawn, 1)
        for c, token in enumerate(row, 1)
        if token.isalpha()
    }
    text = (
        'puzzle "b" is numberlink { topology square; legend { "+" = bridge; } '
        f"set cover = {str(cover).lower()}; board\n" + "\n".join(drawn) + "\nend\n}"
    )
    expected = solutions(cells, BRIDGE, labels, cover)
    for spec in SPECS:
        assert accepted(text, spec) == expected, spec


@pytest.mark.slow
@pytest.mark.parametrize("cover", [True, False])
def test_warps_and_walls_have_exactly_the_boards_of_brute_force(cover):
    cells, links = grid(2, 4, "none")
    links = [link for link in links if link[0] != "r1c2-r1c3"]
    links.append(("r1c1-r2c4", "r1c1", "r2c4"))
    for labels in (
        {"r1c1": "A", "r1c4": "A"},
        {"r1c2": "A", "r1c3": "A"},
        {"r2c1": "A", "r2c4": "A", "r1c2": "B", "r1c4": "B"},
    ):
        rows = [" ".join(labels.get(f"r{r}c{c}", ".") for c in range(1, 5)) for r in (1, 2)]
        text = (
            f'puzzle "w" is numberlink {{ topology square; set cover = {str(cover).lower()}; '
            "board\n" + "\n".join(rows) + "\nend\nwall r1c2|r1c3; warp r1c1|r2c4; }"
        )
        expected = solutions(cells, links, labels, cover)
        for spec in SPECS:
            assert accepted(text, spec) == expected, (spec, text)
