-- Screens that follow what happens, and notices to users.

-- What changed for whom: hints, by which browsers read again. Kept for some minutes, for those that were cut off. Unlogged,
-- because it may be lost: a browser that cannot be told what it missed reads everything again. A row has no personal data.
create sequence live_event_id;
-- Numbers the streams of all processes: of three that a user has, the oldest is closed.
create sequence live_stream_id;
create unlogged table live_event (
  id bigint primary key default nextval('live_event_id'),
  at timestamptz not null default clock_timestamp(),
  kinds text[] not null,
  users bigint[] not null,
  -- Also to every Admin.
  admins boolean not null
);
create index live_event_at on live_event (at);

-- Stores a hint and tells every listening process. A notification holds 8,000 bytes, so many users are told in several.
create function tell_live(given_kinds text[], given_users bigint[], to_admins boolean) returns void language plpgsql as $$
declare
  told live_event;
  place integer := 1;
begin
  loop
    insert into live_event (kinds, users, admins)
      values (given_kinds, given_users[place : place + 399], to_admins and place = 1) returning * into told;
    perform pg_notify('flexpower_live', json_build_object(
      'id', told.id, 'kinds', told.kinds, 'users', told.users, 'admins', told.admins)::text);
    place := place + 400;
    exit when place > cardinality(given_users);
  end loop;
end $$;

-- Rows that change a few times a day tell it themselves, in their transaction, so nothing can be forgotten. Sales do not: a
-- notification takes a lock of the whole database when it commits, so the server tells of many sales at once, after them.

-- For rows of one user or two, in the columns that are named after the kind.
create function tell_users_live() returns trigger language plpgsql as $$
begin
  perform tell_live(array[tg_argv[0]],
    (select coalesce(array_agg(distinct (to_jsonb(new) ->> name)::bigint) filter (where to_jsonb(new) ->> name is not null), '{}')
      from unnest(tg_argv[1:]) name), true);
  return null;
end $$;
create trigger credit_live after insert on credit for each row execute function tell_users_live('floats', 'user_id');
create trigger credit_request_live after insert or update on credit_request
  for each row execute function tell_users_live('floats', 'user_id');
create trigger float_request_live after insert or update on float_request
  for each row execute function tell_users_live('floats', 'user_id');
create trigger float_move_live after insert or update on float_move
  for each row execute function tell_users_live('floats', 'source_user_id', 'target_user_id');
create trigger till_session_live after insert or update on till_session
  for each row execute function tell_users_live('till', 'user_id');
create trigger till_movement_live after insert on till_movement
  for each row execute function tell_users_live('till', 'user_id');
-- A sale that an Admin books is written in one transaction with its booking, and not through the book of sales.
create trigger booking_sales_live after insert or update on booking
  for each row execute function tell_users_live('sales', 'cashier_id');

-- For what only Admins see: one hint for each statement, however many rows it writes.
create function tell_admins_live() returns trigger language plpgsql as $$
begin
  perform tell_live(array['office'], '{}', true);
  return null;
end $$;
create trigger application_live after insert or update on application for each statement execute function tell_admins_live();
create trigger contact_message_live after insert or update on contact_message
  for each statement execute function tell_admins_live();
create trigger difference_live after insert or update on difference for each statement execute function tell_admins_live();
create trigger booking_live after insert or update on booking for each statement execute function tell_admins_live();
create trigger backup_live after insert or update of state on backup for each statement execute function tell_admins_live();
create trigger cleanup_live after insert or update of state on cleanup for each statement execute function tell_admins_live();
create trigger alert_live after insert or update or delete on alert for each statement execute function tell_admins_live();

-- A session that ended, and a user who was deleted or has another type: their streams are looked at.
create function tell_session_live() returns trigger language plpgsql as $$
begin
  perform tell_live('{session}', array[(to_jsonb(new) ->> tg_argv[0])::bigint], false);
  return null;
end $$;
create trigger session_live after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_session_live('user_id');
create trigger users_live after update of type, deleted_at on users for each row
  when (old.type <> new.type or old.deleted_at is distinct from new.deleted_at) execute function tell_session_live('id');

-- What a user should know of. Written in the transaction of its cause or by the job that found it.
create table notice (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  kind text not null check (kind in ('float low', 'balance low', 'sale undecided', 'backup failed', 'difference found',
    'message', 'application', 'credit waiting', 'sms stopped', 'server', 'sign-in')),
  -- What it is about: `application/12`. With the kind, the name of its cause.
  record text not null check (record <> ''),
  title text not null,
  text text not null,
  created_at timestamptz not null,
  seen_at timestamptz,
  -- The cause is gone.
  over_at timestamptz
);
-- One for each cause until it is over, whatever the program believes.
create unique index notice_once on notice (user_id, kind, record) where over_at is null;
create index notice_of_user on notice (user_id, id);
create index notice_unread on notice (user_id) where seen_at is null and over_at is null;
-- Old ones are deleted.
create index notice_over on notice (over_at) where over_at is not null;

create function tell_notices_live() returns trigger language plpgsql as $$
declare
  told bigint[] := (select array_agg(distinct user_id) from changed);
begin
  if told is not null then
    perform tell_live('{notices}', told, false);
  end if;
  return null;
end $$;
create trigger notice_written_live after insert on notice referencing new table as changed
  for each statement execute function tell_notices_live();
create trigger notice_changed_live after update on notice referencing new table as changed
  for each statement execute function tell_notices_live();

-- How a user wants to get the notices of a kind, beside the inbox. Without a row: as the program has it for the kind.
create table notice_preference (
  user_id bigint not null references users,
  kind text not null,
  mail boolean not null,
  sms boolean not null,
  primary key (user_id, kind)
);
-- Where their SMS go.
create table notice_phone (
  user_id bigint primary key references users,
  phone text not null
);
