"""Measures ``nlc generate``: CPU seconds of a puzzle for each seed, by one or more programs.

    python scripts/generate_times.py --nlc OLD --nlc NEW -- numberlink 20x20 --unique

For each seed the programs run by turns. A run that is over the time, or gives up, counts as failed.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import subprocess
import sys

from nlc.process.usage import processor_seconds


def main() -> None:
    """Print the median and the worst of each program."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nlc", action="append", metavar="PROGRAM")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--timeout", type=float, default=60, help="seconds of wall-clock time")
    parser.add_argument("words", nargs="+", help="of nlc generate, after --")
    args = parser.parse_args()
    programs = args.nlc or ["nlc"]
    times: dict[str, list[float]] = {program: [] for program in programs}
    for seed in range(1, args.seeds + 1):
        for program in programs:
            seconds = run([program, "generate", *args.words, "--seed", str(seed)], args.timeout)
            times[program].append(seconds)
    print("nlc generate", *args.words)
    for program, found in times.items():
        made = [seconds for seconds in found if seconds < float("inf")]
        told = f"median {statistics.median(found):.3g}, worst {max(found):.3g} CPU seconds"
        print(f"{program}: {len(made)} of {len(found)} made; {told}")


def run(words: list[str], timeout: float) -> float:
    """Return the CPU seconds of a command and its children, or infinity if it failed."""
    before = processor_seconds(own=False)
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        status = process.wait(timeout)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)
        process.wait()
        return float("inf")
    return float("inf") if status else processor_seconds(own=False) - before


if __name__ == "__main__":
    sys.exit(main())
