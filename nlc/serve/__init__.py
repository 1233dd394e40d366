"""The page and its API: ``nlc serve``.

A request is a `nlc.serve.requests` structure; a function of the folder `tasks` answers it in a
worker process (`nlc.serve.workers`) that is killed when the client goes away or a limit is reached.
"""
