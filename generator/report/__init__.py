"""What a run that is sent in changes: its report, the pages, and the check of what gets posted."""
