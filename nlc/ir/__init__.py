"""The intermediate representation: nodes, elaboration, evaluation and printing."""
