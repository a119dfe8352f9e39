-- The code by which anybody can check a receipt. Made outside the database, like the reference. Sales from before have none.
alter table vend add column receipt_code text;
alter table sale add column receipt_code text;
alter table archived_sale add column receipt_code text;

-- One receipt for each code, wherever the sale is now: the intent never moves to the archive. Without the sales that have
-- no code, so that this index starts empty and says nothing about them.
create unique index vend_receipt_code_key on vend (receipt_code) where receipt_code is not null;

-- A purchase is found again by the phone number that was given with it.
create index sale_of_phone on sale (phone, at);
create index archived_sale_of_phone on archived_sale (phone, at);

-- Wherever a sale is, with its code.
drop view any_sale;
do $$ begin
  execute (select format('create view any_sale as select %1$s from sale union all select %1$s from archived_sale',
      string_agg(quote_ident(attname), ', ' order by attnum))
    from pg_attribute where attrelid = 'sale'::regclass and attnum > 0 and not attisdropped);
end $$;
