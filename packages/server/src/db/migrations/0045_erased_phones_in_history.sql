-- A phone number can be erased from the history of a sale, too: in what an Admin wrote when deciding, and in what the other
-- side answered.

-- Only a number may become the word 'erased'; every other character of the note, and everything else, stays. The new note
-- is read as a pattern: each 'erased' in it is that word already, or was a number of 7 to 15 digits.
create function refuse_other_note() returns trigger language plpgsql as $$
declare
  pattern text := '^' || replace(regexp_replace(new.note, '[^\w\s]', '\\\&', 'g'), 'erased', '(?:erased|\+?\d{7,15})') || '$';
begin
  if (to_jsonb(old) - 'note') is distinct from (to_jsonb(new) - 'note')
    or coalesce(old.note !~ pattern, old.note is distinct from new.note)
  then
    raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

drop trigger vend_event_append_only on vend_event;
create trigger vend_event_append_only before delete or truncate on vend_event
  for each statement execute function refuse_change();
create trigger vend_event_erased_only before update on vend_event
  for each row execute function refuse_other_note();
