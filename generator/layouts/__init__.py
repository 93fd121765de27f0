"""Upstream files of a dataset -> rows of problems.jsonl, as the layout in its card says.

opened (where the files are) -> records (one mapping each) -> columns (fields of our problems).
A dataset in a common layout needs only a card; a new transform or kind of file is one line in
transforms.TRANSFORMS, records.KINDS or tables.TABLES.
"""
