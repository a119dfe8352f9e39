-- A message may carry a link to choose a password. It knows which one and until when it is good: what waits with a link that no
-- longer works is not sent.
alter table outbox
  add column password_link_id bigint references password_link on delete set null,
  add column expires_at timestamptz;
create index outbox_with_link on outbox (password_link_id) where sent_at is null and failed_at is null;

-- Those that wait at this moment have their link in their text only.
update outbox set password_link_id = password_link.id, expires_at = password_link.expires_at
  from password_link, users
  where users.id = password_link.user_id and sent_at is null and failed_at is null and channel = 'mail' and recipient = users.email
    and token_hash = sha256(convert_to(substring(body from '/password/reset/([A-Za-z0-9_-]+)'), 'UTF8'));
