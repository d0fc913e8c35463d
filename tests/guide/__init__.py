"""The code that pages print: it runs as it stands, and its types are right."""
