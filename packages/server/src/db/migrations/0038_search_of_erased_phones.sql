-- The search text of an archived sale follows its phone number when that is erased, as that of a sale does by itself.

-- In the archive `search` is a copy, because a sale must come back exactly as it went. Its third line is the subject, after the
-- time and the customer's name; the others cannot change (migration 0035). Whatever an update says, the rest of the text stays.
create function follow_erased_subject() returns trigger language plpgsql as $$
declare
  before int := length(split_part(old.search, E'\n', 1) || E'\n' || lower(old.customer_name) || E'\n');
begin
  new.search := left(old.search, before) || lower(new.subject)
    || substr(old.search, before + strpos(substr(old.search, before + 1), E'\n'));
  return new;
end $$;
create trigger archived_sale_search_follows before update on archived_sale
  for each row execute function follow_erased_subject();

-- What was erased before still had its number there, and could not be brought back.
update archived_sale set subject = subject where product = 'airtime' and subject = 'erased';
