-- The caller's own keys: what was recorded once is not recorded again, whichever session is open when the call is repeated.

-- A call that is repeated after its session was closed is still the same call. Without this, the same cash would be recorded
-- once more in the next session. A key that was used in two sessions before stays with the first of them.
alter table till_movement disable trigger till_movement_append_only;
update till_movement m set key = 'used before ' || m.id
  where exists (select from till_movement first where first.user_id = m.user_id and first.key = m.key and first.id < m.id);
alter table till_movement enable trigger till_movement_append_only;
alter table till_movement drop constraint till_movement_session_id_key_key,
  add constraint till_movement_key unique (user_id, key);
-- A session's movements are read by it; the constraint that is gone had the index for that.
create index till_movement_of_session on till_movement (session_id);

-- Float that an Admin moves. Null: the caller sent no key.
alter table float_move add column key text check (length(key) between 1 and 100),
  -- What was asked for with the key: the same key with something else is a mistake, and not a repetition.
  add column key_input jsonb,
  add check ((key is null) = (key_input is null));
-- One move for each key of an Admin.
create unique index float_move_key on float_move (asked_by, key) where key is not null;
