-- What a sale is called no longer depends on a sequence: a sequence goes back with a restore, and the same reference then
-- names somebody else's sale.

-- The first start, and each time the books begin at an earlier state than the one in which sales were last made: after a
-- restore, a point-in-time recovery, or a failover to a standby that was behind. The server and the restore write it.
create table epoch (
  number smallint primary key check (number > 0),
  started_at timestamptz not null,
  cause text not null check (cause in ('installed', 'restored', 'went back')),
  -- Everything up to here is in the books. What was sold between this and started_at may be missing.
  books_until timestamptz not null,
  -- Null until these days were compared with the other sides and every difference found is settled.
  caught_up_at timestamptz,
  -- PostgreSQL's own name for its history, the cluster and its timeline: another one means that the history has forked.
  history text not null
);

-- Sales of the first release keep the names under which the other sides know them.
alter table vend add column reference text;
update vend set reference = to_char(created_at at time zone 'Africa/Banjul', 'YYMMDD-')
  || lpad(id::text, greatest(5, length(id::text)), '0');
alter table vend alter column reference set not null, add unique (reference);

-- The number of a receipt is the sale's reference; only receipts that are already printed keep their own.
alter table sale alter column receipt_number drop not null, alter column receipt_number drop default,
  drop constraint sale_receipt_number_key;
alter table archived_sale alter column receipt_number drop not null,
  drop constraint archived_sale_receipt_number_key;
create unique index sale_receipt on sale (receipt_number) where receipt_number is not null;
create unique index archived_sale_receipt on archived_sale (receipt_number) where receipt_number is not null;
drop sequence receipt_number;
