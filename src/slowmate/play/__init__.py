"""One game under the Laws: commands in, events out."""
