-- Sales that only the other side had, booked by an Admin from a difference. Above the configured amount a booking waits here
-- until a second Admin has looked at it; nothing has moved before.
create table booking (
  id bigint generated always as identity primary key,
  difference_id bigint not null references difference,
  -- Whose float pays. Null: the house's account.
  cashier_id bigint references users,
  tendered bigint not null check (tendered > 0),
  reason text not null,
  asked_by bigint not null references users,
  created_at timestamptz not null,
  -- The amount was above the limit when it was asked for.
  needs_two boolean not null,
  state text not null check (state in ('waiting', 'booked', 'declined')),
  decided_by bigint references users,
  decided_at timestamptz,
  -- The sale that it became.
  sale_id bigint unique,
  check ((state = 'waiting') = (decided_at is null)),
  check ((state = 'booked') = (sale_id is not null)),
  -- Four eyes, whatever the program believes.
  check (state <> 'booked' or not needs_two or decided_by <> asked_by)
);
-- A difference is booked once, and asked for once at a time.
create unique index booking_once on booking (difference_id) where state <> 'declined';
