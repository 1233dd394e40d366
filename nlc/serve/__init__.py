"""The page and its API: ``nlc serve``.

A request passes `server` (sockets), `guard` (who may ask), `app` (handlers) and `jobs` (whose turn
it is) to `workers`: a process that is killed when the client goes away or a limit is reached. There
a task, a function of the table in `routes`, makes the answer:

- `puzzles`: what a text says, other formats, pictures, drawings under the rules
- `editing`: changes of a board in its text; `legends` has what texts of drawings mean
- `empty`: empty boards
- `making`: generated puzzles; `buffer` has some ready, in the file of `store`
- `solving`: solutions, explanations, hints
- `formulas`: clauses, and encodings and solvers compared
- `reference`: the lists of genres, formats, solvers, …

Messages are the structures of `requests` and `answers`. The limits of `settings` are enforced: of a
request in `guard`, of jobs in `jobs`, of a board in `reading`, of a CNF in `formulas`.
"""
