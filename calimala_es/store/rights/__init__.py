"""What a store keeps beside a game for those who write and read it together: keys, cards told by seats, receipts.

Each stands in a stream of its own: ``<game>/access``, ``<game>/hand-<seat>``, ``<game>/receipts``.
"""
