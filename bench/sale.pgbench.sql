-- The limit L: a sale as one plain statement a phase, two durable commits, with nothing in front of the database.
\set cashier random(1, 200)
\set meter random(0, 39)
\set nonce random(1, 2000000000)
with asked as (
  select v.user_id, v.subject, v.tendered, v.quote from verification v
    where v.user_id = :cashier and v.product = 'electricity'
      and v.subject = '9' || lpad((:cashier)::text, 4, '0') || lpad((:meter)::text, 6, '0') and v.tendered = 10000
), debited as (
  update float_balance f set balance = f.balance - a.tendered from asked a
    where f.user_id = a.user_id and f.kind = 'electricity' and f.balance >= a.tendered returning f.user_id
), opened as (
  insert into vend (reference, user_id, key, key_is_ours, product, subject, phone, tendered, fee, commission, charge_id, float_kind, quote, state, created_at, ask_at)
    select :client_id || '-' || :nonce || '-' || clock_timestamp(), user_id, :client_id || '-' || :nonce || '-' || clock_timestamp(), false, 'electricity', subject || :nonce || '-' || :client_id, '7712345', tendered, 500, 150, null, 'electricity', quote, 'sent', now(), now()
      from asked where user_id in (select user_id from debited)
    returning id, user_id, tendered, created_at
), held as (
  insert into transfer (entry_id, leg, source, destination, amount)
    select id, 1, 'float/electricity/' || user_id, 'held', tendered from opened
), noted as (
  insert into vend_event (vend_id, at, state, user_id) select id, created_at, 'sent', user_id from opened
)
select id from opened \gset
with won as (
  update vend set state = 'confirmed', settled_at = now() where id = :id and state in ('sent', 'unknown', 'manual')
    returning id, user_id, subject, phone, tendered, fee, commission
), posted as (
  insert into transfer (entry_id, leg, source, destination, amount)
    select w.id, leg, source, destination, amount from won w, lateral (values
      (2::smallint, 'held', 'utility', w.tendered - w.fee), (3::smallint, 'held', 'fees', w.fee),
      (4::smallint, 'fees', 'float/electricity/' || w.user_id, w.commission)) as legs (leg, source, destination, amount) where amount > 0
), paid as (
  update float_balance f set balance = f.balance + w.commission from won w where f.user_id = w.user_id and f.kind = 'electricity'
), shown as (
  insert into sale (id, product, user_id, at, day, subject, phone, customer_name, tendered, vended, fee, commission, tokens, cashier_name, location, transaction_id, details)
    select id, 'electricity', user_id, now(), current_date, subject, phone, 'Mariama Bah', tendered, tendered - fee, fee, commission,
      array['48216093375501847726'], 'Cashier', 'Serekunda', id::text,
      '{"account":"2048261","serviceAddress":"12 Sayerr Jobe Avenue, Serekunda","tariff":"Domestic prepaid","units":30.31,"unitPrice":14.06,"priceLines":[{"concept":"Energy","units":30.31,"price":14.06,"amount":8261},{"concept":"VAT","units":82.61,"price":15,"amount":1239}],"debtPaid":0,"debtPercent":0,"accountBalance":0}'
      from won
), summed as (
  insert into sale_day (product, day, user_id, location, sales, tendered, fees, commissions)
    select 'electricity', current_date, user_id, 'Serekunda', 1, tendered, fee, commission from won
    on conflict (product, day, user_id, location) do update set sales = sale_day.sales + 1, tendered = sale_day.tendered + excluded.tendered,
      fees = sale_day.fees + excluded.fees, commissions = sale_day.commissions + excluded.commissions
), noted as (
  insert into vend_event (vend_id, at, state) select id, now(), 'confirmed' from won
)
select id from won;
