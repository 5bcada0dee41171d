"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, two passes and one lane, as OWASP advises: Django's 100 MiB would let a few people who sign
    in at once take half a gigabyte. A password hashed otherwise is hashed anew when its owner signs in."""

    time_cost = 2
    memory_cost = 19 * 1024
    parallelism = 1
