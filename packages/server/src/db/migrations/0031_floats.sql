-- Floats: what an Admin takes back, moves or corrects, what a cashier asks for, how much a cashier may sell, and the balance of
-- every float at the end of a day.

-- Float that moves without a sale and without a slip. It waits here if it needs a second Admin; its transfer (leg 6) is written
-- together with the state 'done'.
create table float_move (
  id bigint primary key default nextval('entry_id'),
  kind text not null check (kind in ('electricity', 'airtime')),
  -- Whose float it leaves, and whose it reaches. Null: the bank.
  source_user_id bigint references users,
  target_user_id bigint references users,
  amount bigint not null check (amount > 0),
  -- The load that it corrects, up or down.
  credit_id bigint references credit,
  reason text not null check (reason <> ''),
  asked_by bigint not null references users,
  created_at timestamptz not null,
  -- The amount was above the limit when it was asked for.
  needs_two boolean not null,
  state text not null check (state in ('waiting', 'done', 'declined')),
  decided_by bigint references users,
  decided_at timestamptz,
  decline_reason text,
  check ((state = 'waiting') = (decided_at is null) and (state = 'waiting') = (decided_by is null)),
  -- Float comes out of the bank only for a slip, so only to correct what was loaded for one.
  check (source_user_id is not null or credit_id is not null),
  check (source_user_id is null or target_user_id is null or credit_id is null),
  check (source_user_id is not null or target_user_id is not null),
  check (source_user_id <> target_user_id),
  -- Two people, whatever the program believes.
  check (state <> 'done' or not needs_two or decided_by <> asked_by)
);
-- The next correction of a load is counted from the one before.
create unique index float_move_one_correction on float_move (credit_id) where state = 'waiting';
create index float_move_waiting on float_move (id) where state = 'waiting';
-- A float's statement.
create index float_move_of_source on float_move (source_user_id, decided_at) where state = 'done';
create index float_move_of_target on float_move (target_user_id, decided_at) where state = 'done';
create index float_move_of_credit on float_move (credit_id) where credit_id is not null;

-- What was decided stays as it was decided.
create function refuse_decided_change() returns trigger language plpgsql as $$
begin
  if old.state <> 'waiting' or (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'decline_reason'])
      <> (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'decline_reason']) then
    raise exception '% is append-only: a decided row stays as it is', tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger float_move_decided_once before update on float_move for each row execute function refuse_decided_change();
create trigger float_move_append_only before delete or truncate on float_move for each statement execute function refuse_change();

-- A cashier asks for float and names the slip. Loaded, it is a credit like any other; above the limit it waits as a credit_request,
-- and what becomes of that is what becomes of this.
create table float_request (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('electricity', 'airtime')),
  amount bigint not null check (amount > 0),
  slip_reference text not null,
  slip_key text not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined')),
  decided_by bigint references users,
  decided_at timestamptz,
  reason text,
  credit_request_id bigint unique references credit_request,
  check ((state = 'waiting') = (decided_at is null)),
  -- A cashier who reads that it was declined must learn why.
  check (state <> 'declined' or reason <> ''),
  check (credit_request_id is null or state = 'accepted')
);
create trigger float_request_slip_key before insert on float_request for each row execute function set_slip_key();
-- A slip is asked for once at a time.
create unique index float_request_slip on float_request (kind, slip_key) where state = 'waiting';
create index float_request_waiting on float_request (id) where state = 'waiting';
create index float_request_of_user on float_request (user_id, id);

-- The photo of the slip, apart from the rows of the list: AES-256-GCM under a key that is not in this database.
create table slip_photo (
  request_id bigint primary key references float_request,
  sealed bytea not null
);

-- The most that a cashier may sell at once and in a day. Null: no limit.
alter table users
  add column sale_most bigint check (sale_most > 0),
  add column day_most bigint check (day_most > 0);

-- The balance of a float at the end of a day on which it moved: a statement begins at the one before it and not at the first load.
-- Written after the day by a job, checked by the audit, and never needed: without a row more transfers are read.
create table float_closing (
  user_id bigint not null references users,
  kind text not null check (kind in ('electricity', 'airtime')),
  day date not null,
  balance bigint not null,
  primary key (user_id, kind, day)
);

-- A statement finds the sales of a period by their time in the list of sales. This has the others: those that were voided, and those
-- that were open for more than an hour or have a time from before they were booked. An ordinary sale has no entry, so it costs nothing.
create index vend_apart on vend using gist (
  user_id, tstzrange(least(created_at, settled_at), greatest(created_at, settled_at), '[]')
) where settled_at is not null and (state = 'voided' or settled_at - created_at not between interval '0' and interval '1 hour');

create index credit_of_time on credit (user_id, kind, created_at);
