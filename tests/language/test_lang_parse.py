"""Trees and spans of well-formed texts, and reading them from files."""

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from nlc.errors import Source, Span, UserError
from nlc.files import read_source
from nlc.language import syntax as s
from nlc.language.parser import parse


def expression(text: str) -> s.Expr:
    tree = parse(Source("t.nl", f"genre g {{ rule r {{ {text}; }} }}"))
    (rule,) = tree.genres[0].items
    assert isinstance(rule, s.Rule)
    (post,) = rule.body
    assert isinstance(post, s.Post)
    return post.condition


def shown(node: object) -> str:
    """Return an expression with its structure in brackets."""
    match node:
        case s.Int(value=value) | s.Str(value=value) | s.Bool(value=value):
            return str(value)
        case s.Ref(name=text) | s.Loc(text=text):
            return text
        case s.Call(function=name, args=args) | s.Index(variable=name, args=args):
            return f"{name.name}({', '.join(map(shown, args))})"
        case s.And(operands=operands) | s.Or(operands=operands):
            word = " and " if isinstance(node, s.And) else " or "
            return f"[{word.join(map(shown, operands))}]"
        case s.Not(operand=operand):
            return f"[not {shown(operand)}]"
        case s.Has(operand=operand):
            return f"[has {shown(operand)}]"
        case s.Count(of=of):
            return f"[count {shown(of)}]"
        case s.Implies(left=left, right=right):
            return f"[{shown(left)} implies {shown(right)}]"
        case s.Iff(left=left, right=right):
            return f"[{shown(left)} iff {shown(right)}]"
        case s.Compare(op=op, left=left, right=right) | s.Arith(op=op, left=left, right=right):
            return f"[{shown(left)} {op} {shown(right)}]"
        case s.Quantifier(kind=kind, counts=counts, of=of):
            return f"[{' '.join([kind, *map(shown, counts)])} of {shown(of)}]"
    raise AssertionError(node)


@pytest.mark.parametrize(
    ("text", "structure"),
    [
        ("a or b and not c", "[a or [b and [not c]]]"),
        ("not a = b", "[not [a = b]]"),
        ("a and b implies c or d", "[[a and b] implies [c or d]]"),
        ("a implies b implies c", "[a implies [b implies c]]"),
        ("a iff b implies c", "[a iff [b implies c]]"),
        ("a iff b iff c", "[[a iff b] iff c]"),
        ("(a or b) and c", "[[a or b] and c]"),
        ("1 + 2 - 3 = 0", "[[[1 + 2] - 3] = 0]"),
        ("1 - (2 - 3) = 0", "[[1 - [2 - 3]] = 0]"),
        ("count x = 2 + 1", "[[count x] = [2 + 1]]"),
        ("not exactly 1 of x[y]", "[not [exactly 1 of x(y)]]"),
        ("exactly 0 or 2 + 1 of x", "[exactly 0 [2 + 1] of x]"),
        ("at most (degree(v) - 2) of x[links(v)]", "[at most [degree(v) - 2] of x(links(v))]"),
        ("at least 1 of x or none of y", "[[at least 1 of x] or [none of y]]"),
        ("has x[a(l)] and x[a(l)] = k implies y", "[[[has x(a(l))] and [x(a(l)) = k]] implies y]"),
        ("x[r1c2] = r1c1.side(N)", "[x(r1c2) = r1c1.side(N)]"),
        ("r12c3.lane(E) in cells(v)", "[r12c3.lane(E) in cells(v)]"),
        ('true and "A" != k', "[True and [A != k]]"),
    ],
)
def test_operators_bind_as_documented(text: str, structure: str) -> None:
    assert shown(expression(text)) == structure


def written(span: Span) -> str:
    """Return the text between the ends of a span."""
    lines = span.source.text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)


def test_every_node_spans_what_was_written() -> None:
    text = (
        "genre g {\n"
        '  option o : bool = true "doc";\n'
        "  prefer o = false, p = 2;\n"
        "  given n : cell -> 0..4?;\n"
        "  let near(x) =\n    {other(l, x) for l in links(x) where not o if has v[l]};\n"
        '  check c for k, m in cells { k != m } : "no {k}";\n'
        "  generate { n: one in each room; v: 20 %; }\n"
        "}\n"
    )
    tree = parse(Source("t.nl", text))
    option, prefer, given, let, check, generate = tree.genres[0].items
    assert written(option.span) == 'option o : bool = true "doc";'
    assert isinstance(prefer, s.Prefer) and written(prefer.span) == "prefer o = false, p = 2;"
    assert [written(item.span) for item in prefer.settings] == ["o = false", "p = 2"]
    assert isinstance(given, s.Given) and written(given.type.span) == "0..4"
    assert isinstance(generate, s.Generate)
    assert [written(wish.span) for wish in generate.wishes] == ["n: one in each room;", "v: 20 %;"]
    assert [written(wish.manner.span) for wish in generate.wishes] == ["one in each room", "20 %"]
    assert isinstance(let, s.Let) and isinstance(let.value, s.SetOf)
    assert written(let.value.span) == "{other(l, x) for l in links(x) where not o if has v[l]}"
    assert written(let.value.binders.span) == "l in links(x) where not o"
    assert let.value.condition is not None and written(let.value.condition.span) == "has v[l]"
    assert isinstance(check, s.Check) and check.binders is not None
    assert written(check.binders.items[0].span) == "k, m in cells"
    assert [written(ref.span) for ref in check.binders.items[0].names] == ["k", "m"]
    assert written(tree.genres[0].span) == text.rstrip("\n")


def test_windows_line_ends_and_a_missing_last_one_change_nothing() -> None:
    text = 'puzzle "p" is g {\n  board\n  1 1\n  end\n  set o = true;\n}'
    for variant in (text, text.replace("\n", "\r\n")):
        board, setting = parse(Source("t.nl", variant)).puzzles[0].items
        assert isinstance(board, s.BoardLiteral) and board.lines == ("  1 1",)
        assert (setting.span.line, setting.span.column, setting.span.end_column) == (5, 3, 16)


def test_the_items_of_a_puzzle_keep_their_parts() -> None:
    text = (
        'puzzle "p" is g {\n  topology square(wrap=both, size=3);\n'
        '  legend { "A" = clue: 10; "+" = bridge; }\n'
        "  mark port = inlet at r1c1.corner(NW), r2c1;\n  mark dark at a;\n"
        "  wall r1c1|r1c2, r2c1|r2c2;\n  warp r1c1.side(W)|r1c7.side(E);\n}"
    )
    topology, legend, mark, bare, wall, warp = parse(Source("t.nl", text)).puzzles[0].items
    assert isinstance(topology, s.Topology)
    assert [(ref.name, shown(value)) for ref, value in topology.settings] == [
        ("wrap", "both"),
        ("size", "3"),
    ]
    assert isinstance(legend, s.Legend)
    assert [(e.token.value, e.target.name, e.value is None) for e in legend.entries] == [
        ("A", "clue", False),
        ("+", "bridge", True),
    ]
    assert isinstance(mark, s.Mark) and list(map(shown, mark.places)) == ["r1c1.corner(NW)", "r2c1"]
    assert isinstance(bare, s.Mark) and bare.value is None and shown(bare.places[0]) == "a"
    assert isinstance(wall, s.Wall) and len(wall.pairs) == 2
    assert isinstance(warp, s.Warp) and warp.pairs[0][1].text == "r1c7.side(E)"


def test_a_byte_order_mark_is_not_part_of_the_text(tmp_path: Path) -> None:
    path = tmp_path / "bom.nl"
    path.write_bytes(b"\xef\xbb\xbfgenre g { }\r\n")
    assert read_source(str(path)).text == "genre g { }\r\n"


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"genre g { }")))
    assert read_source("-") == Source("<stdin>", "genre g { }")


def test_unreadable_files_are_told(tmp_path: Path) -> None:
    bad = tmp_path / "latin.nl"
    bad.write_bytes(b"// first\n// caf\xe9\n")
    for path, message in (
        (str(tmp_path / "none.nl"), f"error: there is no file '{tmp_path / 'none.nl'}'"),
        (str(tmp_path), f"error: '{tmp_path}' is a folder, not a file"),
        ("a\x00b", "error: cannot read 'a\N{REPLACEMENT CHARACTER}b': embedded null byte"),
        (
            str(bad),
            f"error: '{bad}' is not a UTF-8 text: byte 15, on line 2, is 0xe9\n"
            "  hint: save the file with the encoding UTF-8",
        ),
    ):
        with pytest.raises(UserError) as caught:
            read_source(path)
        assert str(caught.value) == message


def test_a_text_without_an_end_is_refused() -> None:
    with pytest.raises(UserError, match="'/dev/zero' is longer than 256 MiB"):
        read_source("/dev/zero")
