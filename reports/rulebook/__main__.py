"""Write the rules pages: `python -m reports.rulebook docs/rules`."""

from __future__ import annotations

import sys
from pathlib import Path

from reports.rulebook import write_pages

for path in write_pages(Path(sys.argv[1])):
    print(path)
