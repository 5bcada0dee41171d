"""Mail: what waits to be sent, what it says, and how it is delivered."""
