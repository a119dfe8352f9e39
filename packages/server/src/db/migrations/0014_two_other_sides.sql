-- A day is compared with two other sides: the utility, and the aggregator of airtime.
alter table comparison add column other_side text not null default 'utility' check (other_side in ('utility', 'airtime'));
alter table comparison alter column other_side drop default,
  drop constraint comparison_pkey, add primary key (day, other_side);

alter table difference add column other_side text not null default 'utility' check (other_side in ('utility', 'airtime'));
alter table difference alter column other_side drop default;
-- A phone number is no meter.
alter table difference rename column meter to subject;

alter table difference drop constraint difference_kind_check;
update difference set kind = 'not on the other side' where kind = 'not at the utility';
alter table difference add constraint difference_kind_check
  check (kind in ('not on the other side', 'not in our books', 'amount differs', 'tokens differ'));

-- The two sides number their transactions each for itself.
alter table difference drop constraint difference_day_kind_reference_key, add unique (other_side, day, kind, reference);
