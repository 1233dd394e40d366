"""The page and its API: ``nlc serve``.

A request passes `server` (sockets), `guard` (access control), `app` (handlers) and `jobs` (the
queue) to `workers`: a process that is killed when the client goes away or a limit is reached. There
a task, one of the functions in the table of `routes`, computes the answer:

- `puzzles`: parses a text; converts it, draws it, and checks a drawing under the rules
- `editing`: edits a board in its text; `legends` has the tokens of drawings and their values
- `empty`: empty boards
- `making`: generated puzzles; `buffer` has some ready, in the database of `store`
- `solving`: solutions, explanations, hints
- `formulas`: clauses, and encodings and solvers compared
- `reference`: the lists of genres, formats, solvers, …

Messages are the structures of `requests` and `answers`. The limits of `settings` are enforced: of a
request in `guard`, of jobs in `jobs`, of a board in `inputs`, of a CNF in `formulas`.
"""
