"""`python -m conspectus` is the command `conspectus`."""

from ._cli import main

if __name__ == "__main__":
    main()
