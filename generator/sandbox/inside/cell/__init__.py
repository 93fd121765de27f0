"""What runs inside the sandbox, started as `python -m cell` with an empty environment.

The rest of this project is not there and is not imported. Two processes:

supervisor    our code only: warm interpreter, clock, pipes
└── child     confined for good, then runs the model's programs
"""
