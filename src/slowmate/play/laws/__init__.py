"""The Laws, a module an article: what each command brings about, or why it is refused."""
