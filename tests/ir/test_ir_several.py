"""Puzzles that are elaborated together have the programs that each has alone."""

import random
import re
from itertools import chain
from pathlib import Path

import numpy as np
import pytest

import nlc
from nlc.errors import UserError
from nlc.ir.elaborate import stack
from nlc.ir.elaborate.program import elaborate
from nlc.ir.elaborate.several import elaborate_each
from nlc.ir.nodes import Acyclic, Clause, Exactly, Relate

FIXTURES = Path(__file__).parents[2] / "fixtures"
GENRES = re.findall(r'puzzle "\w+" is \w+ \{.*?\n\}', (FIXTURES / "genres.nl").read_text(), re.S)

NUMBERLINKS = """
puzzle "{title}" is numberlink {{
  topology {topology};
  set cover = {cover};
  set touch = {touch};
  legend {{ "?" = loose; }}
  board
{rows}
  end
  {walls}
}}
"""

# Clues select loops of two names, the branches of conditions, values by the clue beside, and what
# is different; one rule makes variables.
OWN = """
genre mixed {
  given n : cell -> 0..9?;
  given dot : cell -> bool;
  given kind : cell -> name?;
  let kinds = values(kind);
  let marked = count {c for c in cells where dot(c)};
  var on : link -> bool;
  var own : cell -> kinds?;
  var num : cell -> 0..marked;
  check few for k in kinds { count {c for c in cells where kind(c) = k} < 4 } : "too many of {k}";
  check one { marked < 6 } : "too many marks";
  rule pairs {
    for c in cells, l in links(c) where has n(c) and n(c) > 1 {
      if dot(c) { on[l]; } else { on[l] implies at least 2 of on[links(c)]; }
    }
  }
  rule counts {
    for c in cells where has n(c) { exactly n(c) of on[links(c)]; }
    for c in cells where not has n(c) and marked > 1 { at most marked of on[links(c)]; }
  }
  rule values {
    for c in cells where has kind(c) { own[c] = kind(c); num[c] != marked; }
    for l in links where has kind(a(l)) { on[l] implies own[b(l)] = kind(a(l)); }
    for c in cells where dot(c) { own[c] in {k for k in kinds where k != kind(c)}; }
  }
  rule made {
    for c in cells where dot(c) and has n(c) {
      (any of on[links(c)] and num[c] = 0) iff (own[c] = kind(c) or all of on[links(c)]);
    }
  }
  show on; show own; show num;
}
puzzle "%s" is mixed {
  topology %s;
  legend {
    "a" = kind: a; "b" = kind: b; "c" = kind: c;
    "m" = dot; "n" = dot, n: 3; "k" = dot, kind: b;
  }
  board
%s
  end
}
"""


def rows_of(node):
    """Yield the rows of a node with what they say and where they come from."""
    origin = node.origin
    said = (type(node).__name__, origin.rule, str(origin.span), origin.expands)
    if isinstance(node, Acyclic):
        yield (*said, node.lits.tolist(), node.graph.ends.tolist())
        return
    parts = [node.guard]
    if isinstance(node, Exactly):
        said, parts = (*said, node.counts), [*parts, node.lits]
    elif isinstance(node.then, Clause):
        parts = [*parts, node.then.lits]
    elif isinstance(node.then, Relate):
        then = node.then
        said = (*said, then.left, then.right, then.equal)
        parts = [*parts, then.left_elements[:, None], then.right_elements[:, None]]
    else:
        then = node.then
        said = (*said, then.variable, then.equal)
        parts = [*parts, then.elements[:, None], then.values[:, None]]
    bound = [(name, sort and sort.value, data.tolist()) for name, sort, data in origin.binders]
    for i, row in enumerate(np.concatenate(parts, axis=1).tolist()):
        place = tuple((name, sort, data[i]) for name, sort, data in bound)
        yield (*said, parts[0].shape[1], tuple(row), place)


def facts(program):
    """Return all that a program says, without the order of its rows."""
    said = sorted(map(repr, chain.from_iterable(map(rows_of, program.nodes))))
    domains = {
        d.name: (d.values, d.allowed is None or d.allowed.tolist())
        for d in program.domains.values()
    }
    blocks = [(b.base, b.variable, b.elements.tolist(), b.values.tolist()) for b in program.atoms]
    made = [(a.base, a.size, a.label) for a in program.auxiliaries]
    different = [(d.variable, d.elements.tolist(), d.guard.tolist()) for d in program.differences]
    whole = [(item.kind, item.lits.tolist()) for item in program.globals]
    return (
        said, program.variables, domains, blocks, made, different, whole, program.rules,
        program.givens, program.options,
    )  # fmt: skip


def alone(puzzle):
    try:
        return elaborate(puzzle)
    except UserError as error:
        return error


def require_same(puzzles):
    """Compare puzzles elaborated together with each alone; return how many have a program."""
    together = list(chain.from_iterable(elaborate_each(puzzles)))
    assert len(together) == len(puzzles)
    good = 0
    for puzzle, found in zip(puzzles, together, strict=True):
        expected = alone(puzzle)
        if isinstance(expected, UserError):
            assert isinstance(found, UserError)
            assert str(found) == str(expected)
        else:
            assert facts(found) == facts(expected)
            good += 1
    return good


def changed(text, draw):
    """Return a puzzle with some tokens of its drawings exchanged or taken away."""
    lines = text.split("\n")
    drawn, inside = [], False
    for i, line in enumerate(lines):
        if line.strip() == "end":
            inside = False
        if inside:
            drawn.append(i)
        inside |= line.strip().startswith("board")
    for _ in range(draw.randrange(4)):
        i, j = draw.choice(drawn), draw.choice(drawn)
        one, two = lines[i].split(), lines[j].split()
        k, m = draw.randrange(len(one)), draw.randrange(len(two))
        if i != j:
            one[k], two[m] = (two[m], one[k]) if draw.random() < 0.7 else (".", two[m])
        lines[i] = "    " + " ".join(one)
        if i != j:
            lines[j] = "    " + " ".join(two)
    return "\n".join(lines)


@pytest.mark.parametrize("text", GENRES, ids=lambda text: text.split('"')[1])
def test_every_genre_says_the_same(text):
    draw = random.Random(text)
    title = f"puzzle {text.split()[1]}"
    texts = [text, *(changed(text, draw) for _ in range(12))]
    texts = [each.replace(title, f'puzzle "{i}"') for i, each in enumerate(texts)]
    assert require_same(nlc.loads("\n".join(texts))) > 1


def indented(topology, lines):
    """Return the rows of a drawing; of hexagons each second one begins half a place later."""
    return [f"    {' ' * (topology == 'hex' and i % 2)}{line}" for i, line in enumerate(lines)]


def numberlink(draw, topology, rows, cols, options):
    tokens = [*"AABBCC", *"??" * draw.randrange(2), "D" * draw.randrange(2)]
    tokens = [token for token in tokens if token] + ["."] * (rows * cols)
    tokens = tokens[: rows * cols]
    draw.shuffle(tokens)
    lines = [" ".join(tokens[row * cols :][:cols]) for row in range(rows)]
    drawn = "\n".join(indented(topology, lines))
    return NUMBERLINKS.format(
        title=draw.random(), topology=topology, rows=drawn, walls="wall r1c1|r1c2;", **options
    )


@pytest.mark.parametrize("topology", ["square", "hex", "triangle", "square(wrap = both)"])
@pytest.mark.parametrize("touch", ["true", "false"])
def test_numberlinks_say_the_same(topology, touch):
    draw = random.Random(topology + touch)
    options = {"cover": draw.choice(["true", "false"]), "touch": touch}
    texts = [numberlink(draw, topology, 3, 4, options) for _ in range(15)]
    texts += [numberlink(draw, topology, 4, 4, {**options, "cover": "false"}) for _ in range(6)]
    assert require_same(nlc.loads("\n".join(texts))) > 2


@pytest.mark.parametrize("topology", ["square", "hex", "triangle"])
def test_rules_of_ones_own_say_the_same(topology):
    draw = random.Random(topology)
    genre, puzzle = OWN.split('puzzle "%s"')
    texts = [genre]
    for number in range(40):
        rows = [" ".join(draw.choice(".....0123abcmnk") for _ in range(3)) for _ in range(3)]
        drawn = "\n".join(indented(topology, rows))
        texts.append(f'puzzle "%s"{puzzle}' % (number, topology, drawn))
    assert require_same(nlc.loads("\n".join(texts))) > 5


RICH = """
genre rich {
  option big : bool = false "whether the rule of values holds";
  given n : cell -> 0..4?;
  given col : cell -> {red, blue}?;
  given arr : cell -> side?;
  given nm : cell -> name?;
  given dot : cell -> bool;
  let names = values(nm);
  let numbers = values(n);
  let dots = count {c for c in cells where dot(c)};
  let reds = {c for c in cells where col(c) = red};
  let around(c) = {other(l, c) for l in links(c)};
  let near(c) = {d for d in around(c) where dot(d) or d in reds};
  let total_of(c) = sum {n(d) for d in around(c) where has n(d)};
  let drawn(c) = {l for l in links(c) if on[l]};
  var on : link -> bool;
  var sh : cell -> bool;
  var own : cell -> names?;
  var val : cell -> numbers;
  var lim : cell -> 0..dots;
  check few for k in names { count {c for c in cells where nm(c) = k} <= 3 } : "many {k}";
  check low for c in cells where has n(c) { n(c) < 4 or dots > 0 } : "high {c}";
  rule counts { for c in cells where has n(c) and not dot(c) { exactly n(c) of sh[near(c)]; } }
  rule branches {
    for c in cells where count near(c) > 1 {
      at most 1 of sh[near(c)];
      if c in reds { sh[c]; } else { not sh[c]; }
    }
  }
  rule sets { for c in reds { any of on[links(c)]; } }
  rule pairs { for c in cells, k in names where nm(c) = k { own[c] = k; } }
  rule numbers { for c in cells where has n(c) { val[c] = n(c); lim[c] <= n(c); } }
  rule sums {
    for c in cells where total_of(c) > 2 {
      at least 1 of drawn(c);
      count {l for l in links(c) if on[l]} + dots > total_of(c) - 3;
    }
  }
  rule alike {
    for c in cells, d in around(c) where has col(c) and col(c) = col(d) { sh[c] iff sh[d]; }
  }
  rule others when big {
    for c in cells where col(c) = blue or (has nm(c) and n(c) = 1) {
      own[c] in {k for k in names where k != nm(c)};
    }
  }
  rule sides { for c in cells where has arr(c) { not sh[c]; } }
  rule ends {
    for l in links where has nm(a(l)) and nm(a(l)) = nm(b(l)) { on[l]; }
  }
  show on; show sh; show own; show val; show lim;
}
"""

RICH_PUZZLE = """
puzzle "%s" is rich {
  topology square;
  set big = true;
  legend {
    "R" = col: red; "B" = col: blue; "D" = dot; "x" = nm: x; "y" = nm: y, dot; "z" = nm: z;
    "N" = arr: N; "W" = arr: W, n: 1;
  }
  board
%s
  end
}
"""


@pytest.mark.parametrize(
    "tokens", ["....0123RBDxyzDR", "..RBDD01", ".....xxyyzD", ".0123", "..NWRBD"]
)
def test_lets_sums_and_sets_say_the_same(tokens):
    draw = random.Random(tokens)
    texts = [RICH]
    for number in range(40):
        rows = [" ".join(draw.choice(tokens) for _ in range(3)) for _ in range(3)]
        texts.append(RICH_PUZZLE % (number, "\n".join(indented("square", rows))))
    assert require_same(nlc.loads("\n".join(texts))) > 5


CAPPED = """
genre capped {
  given cap : cell -> 1..4;
  given want : cell -> 1..4?;
  var num : cell c -> 1..cap(c);
  rule wanted {
    for c in cells where has want(c) { num[c] = want(c); }
    for c in cells where cap(c) > 2 { num[c] in {1, cap(c)}; }
  }
  show num;
}
"""


@pytest.mark.parametrize("first", "1234")
def test_what_a_cell_can_be_differs_from_puzzle_to_puzzle(first):
    """With 4 first, all values are those of each puzzle, and which cells have them is not."""
    draw = random.Random(first)
    texts = [CAPPED]
    for number in range(20):
        caps, wants = (
            "\n".join(" ".join(draw.choice(tokens) for _ in range(3)) for _ in range(2))
            for tokens in ("1234", "...1234")
        )
        drawings = f"board cap\n{first}{caps[1:]}\nend\nboard want\n{wants}\nend"
        texts.append(f'puzzle "{number}" is capped {{ topology square;\n{drawings}\n}}')
    assert require_same(nlc.loads("\n".join(texts))) == 20


SHARED = """
genre shared {
  given n : cell -> 0..9?;
  given dot : cell -> bool;
  let near(c) = {other(l, c) for l in links(c)};
  let close(c) = count {d for d in near(c) where dot(d)};
  let any_on(c) = any of on[links(c)];
  var on : link -> bool;
  var sh : cell -> bool;
  rule counted {
    for c in cells where has n(c) { exactly close(c) of {sh[d] for d in near(c) where not dot(d)}; }
  }
  rule repeated { for c in cells, l in links(c) where has n(c) { on[l] implies any_on(c); } }
  rule settled {
    for c in cells where has n(c) { sh[c] iff (n(c) = 1 or any of sh[near(c)]); }
    for c in cells where has n(c) { sh[c] or not (n(c) = 2 and exactly n(c) of sh[near(c)]); }
  }
  show on; show sh;
}
"""


@pytest.mark.parametrize(("rows", "cols"), [(2, 2), (3, 3), (6, 6)])
def test_what_is_stated_otherwise_beside_others_is_left_to_each_puzzle(rows, cols):
    draw = random.Random(rows)
    legend = 'legend { "m" = dot; "k" = dot, n: 1; }'
    texts = [SHARED]
    for number in range(40):
        drawn = "\n".join(
            " ".join(draw.choice("..12mk3") for _ in range(cols)) for _ in range(rows)
        )
        texts.append(
            f'puzzle "{number}" is shared {{ topology square; {legend} board\n{drawn}\nend }}'
        )
    assert require_same(nlc.loads("\n".join(texts))) > 5


def test_a_loop_of_many_instances_is_left_to_each_puzzle(monkeypatch):
    draw = random.Random(7)
    options = {"cover": "true", "touch": "true"}
    puzzles = nlc.loads("\n".join(numberlink(draw, "square", 4, 4, options) for _ in range(8)))
    monkeypatch.setattr(stack, "INSTANCES", 20)
    assert require_same(puzzles) > 0


def test_puzzles_of_one_board_are_elaborated_together(monkeypatch):
    """Else all that is above would be of single puzzles."""
    asked = set()
    known = stack.Stack.nodes

    def nodes(self, rule, loop):
        found = known(self, rule, loop)
        if found is not None:
            asked.add((rule, self.size))
        return found

    monkeypatch.setattr(stack.Stack, "nodes", nodes)
    draw = random.Random(5)
    options = {"cover": "true", "touch": "true"}
    texts = [numberlink(draw, "square", 4, 4, options) for _ in range(5)]
    texts += [numberlink(draw, "square", 4, 5, options) for _ in range(4)]
    groups = list(elaborate_each(nlc.loads("\n".join(texts))))
    assert [len(group) for group in groups] == [5, 4]
    assert asked == {(rule, size) for rule in ("terminal", "through", "covered") for size in (5, 4)}
