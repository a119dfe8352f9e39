-- What the database must decide about a sale when it is opened: that it is not a repetition, and whose money it takes.

-- A sale without a key of the caller's is recognised by its content. When the same sale may be made again; null: the caller
-- sent a key, or the sale is older than this rule.
alter table vend add column repeatable_at timestamptz;
-- Two such sales whose times overlap are one sale sent twice, whichever process they reach. A voided one does not count:
-- nothing was sold, so it may be tried again. Sales with a key have no entry here.
alter table vend add constraint vend_not_repeated exclude using gist (
  user_id with =, product with =, subject with =, tendered with =, tstzrange(created_at, repeatable_at) with &&
) where (repeatable_at is not null and state <> 'voided');

-- On the house's account nobody earns a commission. Such a sale, of a Cashier who was made an Admin after verifying, could
-- never be confirmed, because there is no float to pay the commission into: these are put right, so that they can end.
update vend set commission = 0 where float_kind is null and commission > 0;
alter table vend add constraint vend_commission_needs_float check (float_kind is not null or commission = 0);
