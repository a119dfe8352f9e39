-- Backups that were made, and the archive: where old sales stand that the daily lists no longer show.

create table backup (
  id bigint generated always as identity primary key,
  -- A bare name below the folder of backups, never a path.
  file text not null unique check (file ~ '^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)*$'),
  created_at timestamptz not null,
  -- Null: the server itself, at night.
  created_by bigint references users,
  state text not null check (state in ('writing', 'checking', 'verified', 'failed')),
  -- Of the present step, in percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  -- Null as long as there is no whole file.
  bytes bigint,
  row_count bigint,
  finished_at timestamptz,
  failure text,
  check ((state in ('verified', 'failed')) = (finished_at is not null)),
  check (state <> 'failed' or failure is not null)
);

-- Each time that old sales went to the archive, and whether they were brought back.
create table cleanup (
  id bigint generated always as identity primary key,
  created_at timestamptz not null,
  created_by bigint not null references users,
  days integer not null check (days > 0),
  -- The last day that went.
  until date not null,
  state text not null check (state in ('backing up', 'archiving', 'done', 'failed', 'undoing', 'undone')),
  -- The backup that was made and verified first; its file may be removed when it is old.
  backup_id bigint references backup on delete set null,
  sales bigint not null default 0,
  tendered bigint not null default 0,
  finished_at timestamptz,
  failure text,
  undone_at timestamptz,
  undone_by bigint references users,
  check ((state in ('backing up', 'archiving')) = (finished_at is null)),
  check ((state = 'undone') = (undone_at is not null))
);
-- One at a time, whatever the program believes.
create unique index cleanup_one_running on cleanup ((true)) where state in ('backing up', 'archiving', 'undoing');

-- Sales as they were, column by column. The intent, its history and its transfers (vend, vend_event, transfer) stay where
-- they are: keys must go on meaning one sale, and the books go on adding up. A migration that adds a column to sale adds it
-- here too, and makes any_sale again; a test compares the two.
create table archived_sale (cleanup_id bigint not null references cleanup, like sale including constraints);
alter table archived_sale add primary key (id), add unique (receipt_number);
create index archived_sale_of_cleanup on archived_sale (cleanup_id);
create index archived_sale_of_user on archived_sale (user_id, id);
create index archived_sale_of_subject on archived_sale (subject, id);
create index archived_sale_of_day on archived_sale (product, day, id);
create index archived_sale_by_transaction on archived_sale (transaction_id);
create index archived_sale_by_token on archived_sale using gin (tokens);

-- Wherever a sale stands: what adds up sales or looks for one reads this.
do $$ begin
  execute (select format('create view any_sale as select %1$s from sale union all select %1$s from archived_sale',
      string_agg(quote_ident(attname), ', ' order by attnum))
    from pg_attribute where attrelid = 'sale'::regclass and attnum > 0 and not attisdropped);
end $$;

-- A sale leaves its table only when the very same stands in the other one: it can be moved, and never lost. No setting and
-- no role is needed for it, so none can be misused.
create function refuse_loss() returns trigger language plpgsql as $$
declare
  lost bigint;
begin
  execute format('select g.id from gone g where not exists (
      select from %I k where k.id = g.id and to_jsonb(k) - ''cleanup_id'' = to_jsonb(g) - ''cleanup_id'') limit 1', tg_argv[0])
    into lost;
  if lost is not null then
    raise exception 'a sale is never deleted: % is not in %', lost, tg_argv[0] using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;

drop trigger sale_append_only on sale;
create trigger sale_append_only before update or truncate on sale for each statement execute function refuse_change();
create trigger sale_moves_only after delete on sale referencing old table as gone
  for each statement execute function refuse_loss('archived_sale');
create trigger archived_sale_append_only before update or truncate on archived_sale
  for each statement execute function refuse_change();
create trigger archived_sale_moves_only after delete on archived_sale referencing old table as gone
  for each statement execute function refuse_loss('sale');

-- A receipt can be printed again from the archive.
alter table receipt_print drop constraint receipt_print_sale_id_fkey;
