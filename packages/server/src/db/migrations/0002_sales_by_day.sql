-- What was sold, a row per product, day and person: the dashboard reads sums from here at any number of sales.

create table sale_day (
  product text not null check (product in ('electricity', 'airtime', 'postpaid')),
  -- The calendar day in The Gambia.
  day date not null,
  user_id bigint not null references users,
  sales integer not null check (sales >= 0),
  -- Bututs.
  tendered bigint not null check (tendered >= 0),
  fees bigint not null check (fees between 0 and tendered),
  commissions bigint not null check (commissions between 0 and fees),
  primary key (product, day, user_id)
);
