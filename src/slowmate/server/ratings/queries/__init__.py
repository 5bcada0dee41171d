"""What pages, programs and jobs read of rating lists."""
