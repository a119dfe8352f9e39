-- How often the Z slip of a session was printed: every print after the first says which copy it is. Only counted up, like
-- receipt_print; a table of its own, because a closed session never changes.
create table till_print (
  session_id bigint primary key references till_session,
  prints integer not null check (prints > 0)
);
