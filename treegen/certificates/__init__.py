"""Certificates: files that prove what a tree costs at least, for programs that share nothing with this one."""
