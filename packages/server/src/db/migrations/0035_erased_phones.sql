-- A phone number can be erased from the sales. Everything else in a sale stays append-only.

-- Only a phone number may become the word 'erased'. For airtime the number is also what was sold. No setting and no role is
-- needed for it, so none can be misused. `search` is computed again from the rest.
create function refuse_other_change() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) - array['phone', 'subject', 'search']) is distinct from (to_jsonb(new) - array['phone', 'subject', 'search'])
    or (new.phone is distinct from old.phone and new.phone is distinct from 'erased')
    or (new.subject is distinct from old.subject and not (new.product = 'airtime' and new.subject = 'erased'))
  then
    raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

drop trigger sale_append_only on sale;
create trigger sale_append_only before truncate on sale for each statement execute function refuse_change();
create trigger sale_erased_only before update on sale for each row execute function refuse_other_change();
drop trigger archived_sale_append_only on archived_sale;
create trigger archived_sale_append_only before truncate on archived_sale
  for each statement execute function refuse_change();
create trigger archived_sale_erased_only before update on archived_sale
  for each row execute function refuse_other_change();
