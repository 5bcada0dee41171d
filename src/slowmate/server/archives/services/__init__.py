"""Imports: a module for each kind of file, with `import_file(file, options, report)`."""
