-- Sums of a day by location too, and reports that are sent by mail: who gets which one, what was sent, and attached files.

-- A cashier may move to another location, and the sales of before stay where they were made. The location is part of the key, so
-- a sale still writes one row of its own, and no row is shared by two cashiers. The sums are made again from the sales.
alter table sale_day add column location text not null default '';
truncate sale_day;
alter table sale_day drop constraint sale_day_pkey, add primary key (product, day, user_id, location);
-- In one pass over the sales, with a sum for each of the 24 hours.
do $$ begin
  execute (select format('insert into sale_day (product, day, user_id, location, sales, tendered, fees, commissions, hours)
      select product, day, user_id, location, count(*), sum(tendered), sum(fee), sum(commission), array[%s]
        from (select *, extract(hour from at at time zone ''Africa/Banjul'')::int as hour from any_sale) s
        group by product, day, user_id, location',
      string_agg(format('coalesce(sum(tendered) filter (where hour = %s), 0)::bigint', hour), ', ' order by hour))
    from generate_series(0, 23) as hour);
end $$;
-- The default was only for the rows that were there: a sale says where it was made.
alter table sale_day alter column location drop default;

-- A report that is sent by mail when its day or week is over.
create table report_schedule (
  id bigint generated always as identity primary key,
  report text not null check (report in ('revenue', 'commission')),
  -- What a row of the report is.
  grouping text not null check (grouping in ('day', 'cashier', 'location')),
  every text not null check (every in ('day', 'week')),
  -- At least one, or nobody would notice that it goes nowhere; few, because each gets a copy.
  recipients text[] not null check (cardinality(recipients) between 1 and 10),
  created_by bigint not null references users,
  created_at timestamptz not null,
  -- A day or week that was over before this is not sent: it was not asked for.
  since timestamptz not null,
  deleted_at timestamptz,
  version integer not null default 1
);

-- What was sent. Written in the transaction that puts the mails into the outbox: the primary key makes that happen once,
-- however many processes look. A schedule that changes from days to weeks begins again, so the kind of period is in the key.
create table report_sending (
  schedule_id bigint not null references report_schedule,
  every text not null,
  from_day date not null,
  to_day date not null,
  queued_at timestamptz not null,
  primary key (schedule_id, every, from_day),
  check (to_day >= from_day)
);

-- The files of a message. They are stored with it, so that a restart or another process can send them, and removed once it is
-- sent, like its text.
create table outbox_file (
  outbox_id bigint not null references outbox on delete cascade,
  place smallint not null,
  name text not null,
  type text not null,
  content bytea not null,
  primary key (outbox_id, place)
);
