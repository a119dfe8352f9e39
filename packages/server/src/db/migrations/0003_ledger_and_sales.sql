-- The money: floats, transfers, and the sales that cause them. Safety rests on what stands here (conditional updates,
-- checks, unique indexes, append-only tables), never on an `if` in the program alone.

create extension if not exists btree_gist;

-- One row of ids for everything that moves money, so that a transfer names its cause with one number.
create sequence entry_id as bigint;

-- What a cashier may sell from. The only stored balances: house accounts would be hot rows, so they are summed instead.
-- Low fillfactor: every sale updates its row, and the update stays on its page.
create table float_balance (
  user_id bigint not null references users,
  kind text not null check (kind in ('electricity', 'airtime')),
  balance bigint not null default 0,
  primary key (user_id, kind),
  -- Nobody sells what they have not paid in, whatever the program believes.
  constraint float_not_below_zero check (balance >= 0)
) with (fillfactor = 40);

-- Double entry: an amount leaves one account for another, so the books balance by construction. Account names:
-- bank, held, utility, operators, fees, house, and float/<kind>/<user>.
-- No foreign keys here: their row locks on shared accounts cost more than the insert itself.
create table transfer (
  entry_id bigint not null,
  -- Which step of its entry: each happens at most once, because of the primary key.
  leg smallint not null,
  source text not null,
  destination text not null,
  amount bigint not null check (amount > 0),
  primary key (entry_id, leg),
  check (source <> destination)
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
end $$;

create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();

-- Fee bands. Active ones may not overlap: an amount has one fee. Both ends belong to the band.
create table charge (
  id bigint generated always as identity primary key,
  start_amount bigint not null check (start_amount >= 0),
  end_amount bigint not null,
  kind text not null check (kind in ('fixed', 'percentage')),
  -- Bututs for a fixed fee, hundredths of a percent for a percentage.
  fee bigint not null check (fee >= 0),
  active boolean not null,
  created_at timestamptz not null,
  deleted_at timestamptz,
  check (end_amount > start_amount),
  constraint charge_no_overlap exclude using gist (int8range(start_amount, end_amount, '[]') with &&)
    where (active and deleted_at is null)
);

-- Loads of float. A bank slip is loaded once per kind, however it is written.
create table credit (
  id bigint primary key default nextval('entry_id'),
  user_id bigint not null references users,
  kind text not null check (kind in ('electricity', 'airtime')),
  amount bigint not null check (amount >= 0),
  slip_reference text not null,
  slip_key text generated always as (lower(regexp_replace(btrim(slip_reference), '\s+', ' ', 'g'))) stored,
  balance_after bigint not null check (balance_after >= 0),
  loaded_by bigint not null references users,
  created_at timestamptz not null,
  unique (kind, slip_key)
);

-- What the utility said of a meter and an amount, by whom it was asked: a sale needs one of the last 15 minutes.
create table verification (
  user_id bigint not null,
  product text not null,
  subject text not null,
  tendered bigint not null,
  -- What the product needs to know again when it sells.
  quote jsonb not null,
  verified_at timestamptz not null,
  primary key (user_id, product, subject, tendered)
) with (fillfactor = 70);

-- The intent to sell and what became of it. Written before a byte leaves for the utility; narrow, because it is updated.
create table vend (
  id bigint primary key default nextval('entry_id'),
  user_id bigint not null,
  -- The caller's idempotency key: one sale a key.
  key text not null check (length(key) between 1 and 100),
  -- The server made the key, because the caller sent none.
  key_is_ours boolean not null,
  product text not null check (product in ('electricity', 'airtime', 'postpaid')),
  -- Meter number, phone number or account reference.
  subject text not null,
  phone text not null,
  tendered bigint not null check (tendered > 0),
  fee bigint not null check (fee >= 0 and fee < tendered),
  commission bigint not null check (commission >= 0 and commission <= fee),
  charge_id bigint,
  -- Null: sold on the house's account, by an Admin.
  float_kind text check (float_kind in ('electricity', 'airtime')),
  quote jsonb not null,
  -- The server process that sent it, as long as its answer may still come; see presence.
  sender integer,
  state text not null check (state in ('sent', 'unknown', 'manual', 'confirmed', 'voided')),
  -- Why it was voided, or what is not known.
  reason text,
  created_at timestamptz not null,
  -- When the utility is asked next what became of it, how often it was, and how often it did not know the sale.
  ask_at timestamptz not null,
  asked smallint not null default 0,
  absent smallint not null default 0,
  absent_at timestamptz,
  settled_at timestamptz,
  unique (user_id, key),
  check ((state in ('confirmed', 'voided')) = (settled_at is not null))
) with (fillfactor = 80);

-- One open sale a meter: that makes the question "what became of it?" unambiguous.
create unique index vend_one_open on vend (product, subject) where state in ('sent', 'unknown', 'manual');
-- The open sales are the queue of the recovery.
create index vend_to_ask on vend (ask_at) where state in ('sent', 'unknown');
create index vend_open_of_user on vend (user_id, id) where state in ('sent', 'unknown', 'manual');
-- For "sold GMD 100 to this meter two minutes ago".
create index vend_of_subject on vend (subject, id);

-- Every change of state, by whom and why. At most one final one a sale.
create table vend_event (
  vend_id bigint not null,
  at timestamptz not null,
  state text not null,
  -- Null: the server itself.
  user_id bigint,
  note text
);
create index vend_event_of_vend on vend_event (vend_id);
create unique index vend_event_one_end on vend_event (vend_id) where state in ('confirmed', 'voided');
create trigger vend_event_append_only before update or delete or truncate on vend_event
  for each statement execute function refuse_change();

create sequence receipt_number as bigint;

-- A confirmed sale as it is shown, printed and exported. Insert-only.
create table sale (
  id bigint primary key,
  product text not null,
  user_id bigint not null,
  at timestamptz not null,
  day date not null,
  subject text not null,
  phone text not null,
  customer_name text not null,
  tendered bigint not null,
  vended bigint not null,
  fee bigint not null,
  commission bigint not null,
  tokens text[] not null,
  cashier_name text not null,
  location text not null,
  -- Ours, as the customer knows it.
  transaction_id text not null,
  receipt_number bigint not null default nextval('receipt_number') unique,
  -- What only this product has: account, address, tariff, price lines …
  details jsonb not null,
  check (tendered = vended + fee)
);
create index sale_of_user on sale (user_id, id);
create index sale_of_product on sale (product, id);
create index sale_of_subject on sale (subject, id);
create trigger sale_append_only before update or delete or truncate on sale
  for each statement execute function refuse_change();

-- How often a receipt was printed, so that reprints can say COPY n.
create table receipt_print (
  sale_id bigint primary key references sale,
  prints integer not null check (prints > 0)
);
