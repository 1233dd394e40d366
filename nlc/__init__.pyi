"""The public names of nlc, each with its module; `__init__.py` reads this file, too."""

from nlc.api import backbone as backbone
from nlc.api import check as check
from nlc.api import compile as compile  # noqa: A004
from nlc.api import count as count
from nlc.api import decode as decode
from nlc.api import diff as diff
from nlc.api import elaborate as elaborate
from nlc.api import enumerate as enumerate  # noqa: A004
from nlc.api import grade as grade
from nlc.api import hint as hint
from nlc.api import judge as judge
from nlc.api import solve as solve
from nlc.api import steps as steps
from nlc.api import unique as unique
from nlc.api import why as why
from nlc.comparing.check import register as register
from nlc.comparing.comparison import Comparison as Comparison
from nlc.drivers.base import Limits as Limits
from nlc.encode.spec import Encoding as Encoding
from nlc.errors import Error as Error
from nlc.errors import InputError as InputError
from nlc.grading.grade import Grade as Grade
from nlc.ir.backbone import Backbone as Backbone
from nlc.ir.evaluate import Violation as Violation
from nlc.ir.nodes import Program as Program
from nlc.models.functions import acyclic as acyclic
from nlc.models.functions import all as all  # noqa: A004
from nlc.models.functions import all_different as all_different
from nlc.models.functions import any as any  # noqa: A004
from nlc.models.functions import at_least as at_least
from nlc.models.functions import at_most as at_most
from nlc.models.functions import connected as connected
from nlc.models.functions import exactly as exactly
from nlc.models.functions import loop as loop
from nlc.models.functions import max as max  # noqa: A004
from nlc.models.functions import min as min  # noqa: A004
from nlc.models.functions import odd as odd
from nlc.models.functions import path as path
from nlc.models.functions import product as product
from nlc.models.functions import reaches as reaches
from nlc.models.functions import sum as sum  # noqa: A004
from nlc.models.model import Model as Model
from nlc.puzzles import GeneratedPuzzle as GeneratedPuzzle
from nlc.puzzles import Puzzle as Puzzle
from nlc.puzzles import generate as generate
from nlc.puzzles import load as load
from nlc.puzzles import load_one as load_one
from nlc.puzzles import loads as loads
from nlc.puzzles import puzzle as puzzle
from nlc.reasons.steps.steps import Steps as Steps
from nlc.reasons.why.why import Why as Why
from nlc.solving.answer import Answer as Answer
from nlc.solving.answer import SolverError as SolverError
from nlc.solving.formula import Formula as Formula
from nlc.solving.judging import Judge as Judge
from nlc.solving.judging import Verdict as Verdict
from nlc.solving.plan import Attempt as Attempt
from nlc.solving.plan import Plan as Plan
from nlc.solving.question import ALL as ALL
from nlc.solving.question import BACKBONE as BACKBONE
from nlc.solving.question import COUNT as COUNT
from nlc.solving.question import ONE as ONE
from nlc.solving.question import UNIQUE as UNIQUE
from nlc.solving.question import Policy as Policy
from nlc.solving.question import Question as Question
from nlc.solving.solution import Solution as Solution
from nlc.version import __version__ as __version__
