"""Where two games part, and two games side by side."""
