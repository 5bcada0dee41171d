"""`python -m slowmate`"""

import sys

from slowmate.cli import main

sys.exit(main())
