"""Events of the federation: from announcement to consequences."""
