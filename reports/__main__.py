"""`python -m reports` is `fiftyk`."""

from __future__ import annotations

from reports.cli import main

raise SystemExit(main())
