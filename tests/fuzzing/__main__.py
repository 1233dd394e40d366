"""``python -m fuzzing``, in the folder of tests: `nlc fuzz` with further kinds of cases."""

import sys

from fuzzing import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
