-- A second proof at sign-in: the secret that an authenticator app shares with us, sealed with a key that is not in this
-- database, and codes on paper for whoever loses the phone.
create table second_factor (
  user_id bigint primary key references users,
  sealed bytea not null,
  begun_at timestamptz not null,
  -- Null: begun, and not in force before the app has shown that it has the secret.
  confirmed_at timestamptz,
  -- The latest half minute whose code was taken: a code opens once.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id bigint not null references users,
  -- SHA-256 of the code: whoever reads this table cannot use it.
  code_hash bytea not null check (length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);
