-- Which sale a record of the other side's was seen for is asked before it is booked. Few sales ever have evidence, and no
-- ordinary one: the index is small, and no sale waits for it.
create index vend_with_evidence on vend (id) where evidence is not null;
