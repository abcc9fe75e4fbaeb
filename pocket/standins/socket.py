"""Numbers that asyncio names while it is imported; a browser has no sockets."""

AF_UNSPEC = 0
AI_PASSIVE = 1
