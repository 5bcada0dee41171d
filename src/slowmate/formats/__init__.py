"""Text in, values out: the files and messages others rely on."""
