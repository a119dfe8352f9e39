-- Floats by day: the limit of a cashier's day is decided when a sale is opened, and what moved a float on a day is summed once.

-- Two sales of one instant, also in two processes, are both counted in the day's limit.

-- What a cashier sold on a day, and what is still open. The products are given so that each is read by its key.
create function sold_on(seller bigint, day date, products text[]) returns bigint language sql stable as $$
  select ((select coalesce(sum(s.tendered), 0) from sale_day s
        where s.product = any(products) and s.day = sold_on.day and s.user_id = seller)
      + (select coalesce(sum(v.tendered), 0) from vend v
        where v.user_id = seller and v.state in ('sent', 'unknown', 'manual')))::bigint
$$;

-- A statement sees the books as they were when it began, so a sum in it could miss a sale that another one is opening. Volatile,
-- this function reads them again after it has got the lock, which is held until the sale is committed. Only a cashier with a limit
-- takes it.
create function has_room_today(seller bigint, day date, most bigint, tendered bigint, products text[])
  returns boolean language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(hashtext('day limit'), hashint8(seller));
  return sold_on(seller, day, products) + tendered <= most;
end $$;

-- The sums of a month were read from every sale of it, each of them in other pages the more sales there are. Now the job that
-- writes the balance of a day also writes what moved it, by kind: {"sale": {"lines": 12, "amount": -120000}}. What is there is
-- written again by the job within an hour; until then more transfers are read.
truncate float_closing;
alter table float_closing add column moved jsonb not null;
