import io

from nlc.bench.writing import measure, random_cnf
from nlc.cnf.write import write


def test_three_writers_are_compared_with_the_first() -> None:
    rows = measure(clauses=500, variables=100, repeat=1)
    assert [row.writer for row in rows] == ["nlc", "join", "PySAT to_file"]
    assert rows[0].ratio == 1
    assert all(row.seconds > 0 and row.megabytes > 0.004 and row.speed > 0 for row in rows)


def test_the_measured_cnf_has_proper_clauses() -> None:
    cnf = random_cnf(clauses=2000, variables=1500)
    (block,) = cnf.blocks
    assert block.clauses.shape == (2000, 3)
    assert all(len({abs(x) for x in clause}) == 3 for clause in block.clauses.tolist())
    write(cnf, io.BytesIO())
