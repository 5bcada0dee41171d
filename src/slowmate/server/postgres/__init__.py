"""PostgreSQL as Django speaks to it, with connections that are kept."""
