-- What the back office needs: records that two Admins may change at once, loads that a second one confirms, links to choose a
-- password, applications, a day's sales by the hour, the comparison with the utility, and who did what.

-- Rises with every change: a change on top of a state that nobody sees any more is refused.
alter table users add column version integer not null default 1;
alter table charge add column version integer not null default 1;

-- Cash power of the day by its hours, 24 sums of tendered bututs: one row an update, as before.
alter table sale_day add column hours bigint[] not null default array_fill(0::bigint, array[24])
  check (cardinality(hours) = 24);
update sale_day d set hours = (
  select array_agg(coalesce(s.tendered, 0) order by h.hour)
    from generate_series(0, 23) as h (hour)
    left join (
      select extract(hour from at at time zone 'Africa/Banjul')::int as hour, sum(tendered)::bigint as tendered
        from sale where product = d.product and day = d.day and user_id = d.user_id group by 1) s using (hour));

-- Reports and the comparison with the utility read whole days; the palette finds a sale by what the customer holds.
create index sale_of_day on sale (product, day, id);
create index sale_by_transaction on sale (transaction_id);
create index sale_by_token on sale using gin (tokens) with (fastupdate = on);

-- Loads above the configured amount, until a second Admin has looked. Nothing has moved before.
create table credit_request (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('electricity', 'airtime')),
  amount bigint not null check (amount > 0),
  slip_reference text not null,
  slip_key text generated always as (lower(regexp_replace(btrim(slip_reference), '\s+', ' ', 'g'))) stored,
  asked_by bigint not null references users,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'declined')),
  decided_by bigint references users,
  decided_at timestamptz,
  reason text,
  check ((state = 'waiting') = (decided_at is null)),
  -- Four eyes, whatever the program believes.
  check (state <> 'confirmed' or decided_by <> asked_by)
);
-- A slip waits once; that it was not loaded either, the program checks under a lock on the slip.
create unique index credit_request_slip on credit_request (kind, slip_key) where state = 'waiting';
create index credit_request_waiting on credit_request (id) where state = 'waiting';

create index credit_of_user on credit (user_id, id);

-- Links to choose a new password: hashed, used once, dead after their time or once there is a newer one.
create table password_link (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  user_id bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index password_link_of_user on password_link (user_id) where ended_at is null;

-- Letters that are to be sent, written in the transaction that has a reason for them: no letter without its cause, no cause
-- without its letter, and no request waits for a mail server.
create table outbox (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('mail', 'sms')),
  recipient text not null,
  -- Empty for an SMS.
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  -- When it is tried next, and how often it was.
  send_at timestamptz not null,
  attempts smallint not null default 0,
  sent_at timestamptz,
  -- Given up, and why; before that, why the last attempt failed.
  failed_at timestamptz,
  failure text
);
create index outbox_to_send on outbox (channel, send_at) where sent_at is null and failed_at is null;

-- People who want to sell. Nothing but a request until an Admin approves it.
create table application (
  id bigint generated always as identity primary key,
  name text not null,
  business_name text not null,
  email citext not null,
  phone text not null,
  location text not null,
  created_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined')),
  decided_by bigint references users,
  decided_at timestamptz,
  reason text,
  -- The Cashier that came of it.
  user_id bigint references users,
  check ((state = 'waiting') = (decided_at is null))
);
create index application_waiting on application (id) where state = 'waiting';

-- The password of the utility's interface, once an Admin has changed it: AES-256-GCM under a key that is not in this database.
create table vendor_secret (
  id boolean primary key default true check (id),
  sealed bytea not null,
  changed_at timestamptz not null
);

-- A day of ours beside a day of the utility's.
create table comparison (
  day date primary key,
  at timestamptz not null,
  ours integer not null,
  theirs integer not null
);

create table difference (
  id bigint generated always as identity primary key,
  day date not null,
  kind text not null check (kind in ('not at the utility', 'not in our books', 'amount differs', 'tokens differ')),
  reference text not null,
  meter text not null,
  ours bigint,
  theirs bigint,
  found_at timestamptz not null,
  settled_at timestamptz,
  settled_by bigint references users,
  note text,
  unique (day, kind, reference)
);
create index difference_open on difference (id) where settled_at is null;

-- The comparison with the utility looks again for orders that were given up on a day after the one on which they were sent:
-- whether the utility sold them all the same. Only what was voided is in it, so that a sale costs nothing more.
create index vend_voided on vend (settled_at) where state = 'voided';

-- Who did what, when, from where, before and after. Each entry carries the hash of the one before it, so a missing or altered
-- one shows; the database itself links and refuses, so no program can forget to.
create table act (
  id bigint primary key,
  at timestamptz not null,
  -- Null: the server itself.
  user_id bigint references users,
  user_name text,
  deed text not null,
  -- Which record, as user/12, and what it was called then.
  record text not null,
  title text not null,
  address text not null,
  before jsonb,
  after jsonb,
  previous bytea not null,
  hash bytea not null
);
create index act_of_record on act (record, id);

create function act_hash(a act) returns bytea language sql immutable as $$
  select sha256(a.previous || convert_to(jsonb_build_array(a.id, extract(epoch from a.at), a.user_id, a.user_name, a.deed,
    a.record, a.title, a.address, a.before, a.after)::text, 'UTF8'))
$$;

-- One act at a time: the next number and the last hash are read under a lock that the transaction keeps to its end.
create function link_act() returns trigger language plpgsql as $$
declare
  last act;
begin
  perform pg_advisory_xact_lock(hashtext('act'));
  select * into last from act order by id desc limit 1;
  new.id := coalesce(last.id, 0) + 1;
  new.previous := coalesce(last.hash, decode(repeat('00', 32), 'hex'));
  new.hash := act_hash(new);
  return new;
end $$;

create trigger act_linked before insert on act for each row execute function link_act();
create trigger act_append_only before update or delete or truncate on act
  for each statement execute function refuse_change();
