"""Cases that any program which reads the notation can be tried on; ``conformance/README.md`` tells how."""
