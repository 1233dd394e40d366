"""What the server does for each request; see `nlc.serve.task`."""
