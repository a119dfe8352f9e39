-- What is left on our accounts at the utility and at the aggregator, as it was last read.
create table account_balance (
  other_side text primary key check (other_side in ('utility', 'airtime')),
  -- In hundredths of the currency. Null: it could never be read, which is not the same as zero.
  amount bigint,
  currency text,
  read_at timestamptz,
  -- Also when the answer did not come: one process asks every few minutes, however many there are.
  tried_at timestamptz not null,
  -- The least that was left since the last warning. Only more than this means that the account was loaded.
  lowest bigint,
  check ((amount is null) = (read_at is null) and (amount is null) = (currency is null))
);

-- What Admins are warned about. A row stays until the cause is gone, so that each warning is sent once.
create table alert (
  subject text primary key,
  -- 1: soon, 2: now.
  level smallint not null check (level in (1, 2)),
  title text not null,
  text text not null,
  raised_at timestamptz not null
);
