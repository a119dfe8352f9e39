-- Cash between two shifts, and what moved the floats during one.

alter table till_session
  -- What the cashier's shift before it ended with: as it was counted, or as it should have been if nobody counted. Null: there was
  -- none, or it was opened before this column was.
  add column left_before bigint,
  -- Why it was opened with another amount.
  add column opening_reason text,
  -- Everything that loads and moves had brought and taken until then, by float and kind of movement: less than at the count, by
  -- what moved meanwhile. Null: opened before this column was.
  add column moved_before jsonb,
  -- Below zero, cash is missing between two shifts.
  add column opening_difference bigint generated always as (opening - left_before) stored,
  -- A reason says why something differs.
  add constraint till_session_reason_of_difference check (opening_reason is null or opening is distinct from left_before);

create or replace function keep_till_session() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null
    or (new.id, new.user_id, new.opened_at, new.opening, new.floats_before, new.left_before, new.opening_reason, new.moved_before)
      is distinct from
      (old.id, old.user_id, old.opened_at, old.opening, old.floats_before, old.left_before, old.opening_reason, old.moved_before)
    or (old.counted_at is not null and (new.counted_at, new.counted_by, new.pieces, new.counted)
      is distinct from (old.counted_at, old.counted_by, old.pieces, old.counted))
    or (old.expected is not null and (new.expected, new.figures) is distinct from (old.expected, old.figures))
  then
    raise exception 'till session %: what is stored cannot be changed', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
