-- Letters that have not left are few among all that were ever sent: their list and their count on the dashboard read these only.
create index outbox_unsent on outbox (id) where sent_at is null;
