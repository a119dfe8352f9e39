-- By what name a mail is known outside. Its number is not unique: after a restore the same number is given to another mail, and mail
-- servers drop what they take for one that they have already.
alter table outbox add column name uuid not null default gen_random_uuid();

-- The sale that an SMS is about, whether it is in the lists or in the archive.
alter table outbox add column sale_id bigint;
create index outbox_sale on outbox (sale_id) where sale_id is not null;

-- What the SMS provider calls it, and what the provider has reported about it since.
alter table outbox
  add column provider_id text,
  add column delivery text check (delivery in ('under way', 'delivered', 'failed')),
  add column delivery_reason text,
  add column reported_at timestamptz;
create index outbox_provider on outbox (provider_id) where provider_id is not null;
