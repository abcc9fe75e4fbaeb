"""A library: many games as tables in a folder of Parquet, and questions to them.

``tables`` says what a row of each table holds, ``rows`` makes the rows of a game, ``folder`` writes them part by part
and opens them, ``questions`` are those that are asked most. A library is made of other records and can be made again;
nothing is recorded in it.
"""
