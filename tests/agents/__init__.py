"""Sessions of real agents, with and without the hooks."""
