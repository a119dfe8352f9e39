-- Which programs work on this schema: those that know at least this migration. A migration that takes away or changes what the
-- version before still uses defines it again with a higher number; one that only adds leaves it. A program that is older than
-- the database asks it when it starts, so a rollback by one version can start, and one that is too old does not (decision 38).
-- A function and not a row: a restore needs empty tables.
create function oldest_program() returns integer language sql immutable as 'select 41';
