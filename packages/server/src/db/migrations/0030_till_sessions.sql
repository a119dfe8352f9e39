-- Cash at the counter: till sessions, what is put into a drawer and taken out of it, and the session of each sale.

-- A till session goes from its opening to its Z slip and never back: open, counted, closed. Each step is one conditional
-- write, so that it happens once, and a process that dies between two of them leaves the earlier one.
create table till_session (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  opened_at timestamptz not null,
  -- The cash in the drawer at the beginning, as the cashier entered it.
  opening bigint not null check (opening >= 0),
  -- The cashier's floats at that moment, by their kind.
  floats_before jsonb not null,
  -- From here on no sale and no movement joins the session. Stored before anything expected is computed.
  counted_at timestamptz,
  counted_by bigint references users,
  -- How many of each note and coin, and their sum. Null: nobody counted.
  pieces jsonb,
  counted bigint check (counted >= 0),
  -- What should be in the drawer, and the figures of the Z slip: computed once, in one statement.
  expected bigint,
  figures jsonb,
  difference bigint generated always as (counted - expected) stored,
  reason text,
  closed_at timestamptz,
  closed_by bigint references users,
  -- The number of the Z slip; each epoch begins at 1, so that a number that was lost in a restore is never used again.
  epoch smallint,
  number integer check (number > 0),
  -- One slip for each number.
  constraint till_session_number unique (epoch, number),
  -- Counted as a whole or not at all; only somebody else may close a drawer that nobody counted.
  check ((pieces is null) = (counted is null)),
  check ((counted_at is null) = (counted_by is null)),
  check (counted_at is not null or counted is null),
  check (counted_at is null or counted is not null or counted_by <> user_id),
  -- The count is blind: nothing expected is stored before it.
  check (expected is null or counted_at is not null),
  check ((expected is null) = (figures is null)),
  -- A closed session has everything that its slip shows.
  check (closed_at is null or expected is not null),
  check ((closed_at is null) = (closed_by is null)),
  check ((closed_at is null) = (number is null) and (number is null) = (epoch is null)),
  check (closed_at >= opened_at)
);

-- One open session for each cashier. Every sale looks here for the session that it belongs to.
create unique index till_session_open on till_session (user_id) where closed_at is null;
-- Closed ones only: a sale must have no other index to choose than the one above, in which each cashier has one entry.
create index till_session_closed on till_session (user_id, closed_at) where closed_at is not null;

-- What is stored stays: the opening, then the count, then what was expected, and all of it once the slip has its number.
create function keep_till_session() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null
    or (new.id, new.user_id, new.opened_at, new.opening, new.floats_before)
      is distinct from (old.id, old.user_id, old.opened_at, old.opening, old.floats_before)
    or (old.counted_at is not null and (new.counted_at, new.counted_by, new.pieces, new.counted)
      is distinct from (old.counted_at, old.counted_by, old.pieces, old.counted))
    or (old.expected is not null and (new.expected, new.figures) is distinct from (old.expected, old.figures))
  then
    raise exception 'till session %: what is stored cannot be changed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger till_session_kept before update on till_session for each row execute function keep_till_session();
create trigger till_session_stays before delete or truncate on till_session
  for each statement execute function refuse_change();

-- Cash that moves without a sale.
create table till_movement (
  id bigint generated always as identity primary key,
  session_id bigint not null references till_session,
  -- drop: to the safe. refund: to a customer whose sale was voided after its session was counted.
  kind text not null check (kind in ('in', 'out', 'drop', 'refund')),
  amount bigint not null check (amount > 0),
  reason text not null,
  user_id bigint not null references users,
  at timestamptz not null,
  -- The caller's own key: repeating a call whose answer was lost records it once.
  key text not null check (length(key) between 1 and 100),
  -- The sale that is paid back: at most once, whoever asks.
  vend_id bigint constraint till_movement_refund unique,
  unique (session_id, key),
  check ((kind = 'refund') = (vend_id is not null))
);
create trigger till_movement_append_only before update or delete or truncate on till_movement
  for each statement execute function refuse_change();

-- Sales whose end was not known when their session was counted. Their cash is in the count; one that is voided later is owed
-- to the customer.
create table till_doubt (
  vend_id bigint primary key,
  session_id bigint not null references till_session,
  tendered bigint not null check (tendered > 0)
);
create index till_doubt_of_session on till_doubt (session_id);
create trigger till_doubt_append_only before update or delete or truncate on till_doubt
  for each statement execute function refuse_change();

-- The session in which the cash of a sale was taken, set when it is opened and never later. Null: the cashier had none open.
-- No foreign key: its check would cost every sale, and the statement that opens a sale has the session locked.
alter table vend add column till_session_id bigint;
-- Sums of a session are read from its sales. Sales without a session have no entry.
create index vend_of_till_session on vend (till_session_id) where till_session_id is not null;
