-- What visitors write to the provider. Kept as written; whoever shows it treats it as text.
create table contact_message (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at timestamptz not null,
  -- Where it came from, for whoever has to stop a flood.
  address text not null,
  state text not null default 'new' check (state in ('new', 'read', 'answered')),
  -- Who looked at it last, and when.
  handled_by bigint references users,
  handled_at timestamptz
);
create index contact_message_new on contact_message (id) where state = 'new';
-- One application of an address waits at a time: a second one is the same wish.
create unique index application_one_waiting on application (email) where state = 'waiting';

-- A load is what it was: a wrong one is put right by another, never by changing it.
create trigger credit_append_only before update or delete or truncate on credit
  for each statement execute function refuse_change();
