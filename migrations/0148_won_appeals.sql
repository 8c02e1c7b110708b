-- An appeal may be won after a dispute was lost: the bank gives the money back.
insert into state_edges (graph, from_state, to_state)
values ('dispute', 'lost', 'won');
