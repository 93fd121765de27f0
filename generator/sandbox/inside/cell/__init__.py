"""What runs inside the sandbox, started as `python -m cell` with an empty environment.

Of the rest of this project only the tools are there, imported where a method asks for them. Two
processes:

supervisor    our code only: warm interpreter, clock, pipes
└── child     confined for good, then runs the model's programs
"""
