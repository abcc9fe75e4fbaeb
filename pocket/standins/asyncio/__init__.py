"""Tasks and what they wait for, without the loops, sockets and processes that a browser does not have."""

from asyncio import coroutines, events, exceptions, futures, locks, queues, runners, tasks, timeouts

for _module in (coroutines, events, exceptions, futures, locks, queues, runners, tasks, timeouts):
    globals().update({name: vars(_module)[name] for name in _module.__all__})

# Pyodide names them, and there is no policy of a system that they could warn of.
DefaultEventLoopPolicy = vars(events)["_BaseDefaultEventLoopPolicy"]
set_event_loop_policy = vars(events)["_set_event_loop_policy"]
