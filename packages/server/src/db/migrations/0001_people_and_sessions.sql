-- The people who sign in, their sessions, and the counters that slow down guessing.

create extension if not exists citext;

-- Plural only because "user" is a reserved word of SQL.
create table users (
  id bigint generated always as identity primary key,
  name text not null check (name <> ''),
  -- The e-mail address is the user name; people do not remember its capitals.
  email citext not null,
  password_hash text not null,
  address text not null default '',
  location text not null default '',
  type text not null check (type in ('Admin', 'Cashier')),
  -- Hundredths of a percent of the fee.
  commission_percent integer not null default 0 check (commission_percent between 0 and 10000),
  may_take_postpaid boolean not null default false,
  created_at timestamptz not null,
  -- A user is never removed: their sales stay theirs.
  deleted_at timestamptz
);

-- An address can be used again once its former holder is deleted.
create unique index users_email on users (email) where deleted_at is null;

create table session (
  id bigint generated always as identity primary key,
  -- SHA-256 of the token: whoever reads this table cannot sign in with it.
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id bigint not null references users,
  remembered boolean not null,
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);

create index session_of_user on session (user_id) where ended_at is null;

-- In the database and not in memory, so that the limits hold over all server processes.
create table throttle (
  subject text primary key,
  attempts integer not null check (attempts >= 0),
  window_ends_at timestamptz not null
);

create index throttle_window on throttle (window_ends_at);
