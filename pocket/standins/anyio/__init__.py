"""What starlette and the service name while they are imported; in a browser nothing waits, and no thread is started."""
