"""Answers as `cbc MODEL solve solution ANSWER` does, by HiGHS, where there is no CBC.

HiGHS takes the format of a model from the end of its name, so that the model is copied.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import highspy


def main() -> None:
    """Solve the model and write the answer."""
    print("Welcome to the CBC MILP Solver \nVersion: 2.10.0 \n")
    if sys.argv[1] == "quit":
        return
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "model.mps")
        copy.write_bytes(Path(sys.argv[1]).read_bytes())
        highs.readModel(str(copy))
    highs.run()
    lines = ["Infeasible - objective value 0.00000000"]
    if highs.getModelStatus() == highspy.HighsModelStatus.kOptimal:
        values = highs.getSolution().col_value
        lines = ["Optimal - objective value 0.00000000"]
        lines += [f"{i:7} x{i} {value:22g} 0" for i, value in enumerate(values) if value > 1e-6]
    Path(sys.argv[4]).write_text("\n".join([*lines, ""]))
    print("Enumerated nodes: 0")


main()
