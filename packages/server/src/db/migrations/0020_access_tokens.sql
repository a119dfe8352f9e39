-- The access token with which every process of the installation calls another company. The utility keeps one active token
-- for each user: a process that logs in by itself would end the token of the others.
--
-- Unlogged, because it must never leave this machine: an unlogged table is in no base backup, no standby and no archive of the
-- write-ahead log, and our own backups leave such tables out. After a crash it is empty, and somebody logs in.
create unlogged table access_token (
  -- utility or aggregator.
  account text primary key,
  -- Under FLEXPOWER_SECRET_KEY, and for this account only.
  sealed bytea not null,
  -- By the database's clock, which is the one that all processes share.
  ends_at timestamptz not null
);
