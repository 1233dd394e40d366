"""``python -m fuzzing``, in the folder of tests."""

import sys

from fuzzing.command import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
