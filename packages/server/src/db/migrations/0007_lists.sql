-- Lists of any length: what a search looks through as one text a sale, and the indexes that windows and searches walk.

create extension if not exists pg_trgm;

-- array_to_string is not marked immutable, because it is not for every kind of element; for text it is.
create function tokens_text(tokens text[]) returns text language sql immutable parallel safe as $$
  select array_to_string(tokens, E'\n')
$$;

-- Every shown field as it is shown, a line each, in small letters; amounts without the commas and tokens without the blanks
-- of the screen, which a search takes out of its term as well. Collated bytewise: it is compared, never sorted.
alter table sale add column search text collate "C" not null generated always as (lower(
  extract(day from day)::int::text || ' '
    || (array['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'])[extract(month from day)::int]
    || ' ' || extract(year from day)::int::text
    || ' ' || lpad(extract(hour from at at time zone 'Africa/Banjul')::int::text, 2, '0')
    || ':' || lpad(extract(minute from at at time zone 'Africa/Banjul')::int::text, 2, '0')
    || E'\n' || customer_name
    || E'\n' || subject
    || E'\nGMD ' || (tendered / 100)::text || '.' || lpad((tendered % 100)::text, 2, '0')
    || E'\nGMD ' || (vended / 100)::text || '.' || lpad((vended % 100)::text, 2, '0')
    || E'\nGMD ' || (fee / 100)::text || '.' || lpad((fee % 100)::text, 2, '0')
    || E'\n' || tokens_text(tokens)
    || E'\n' || cashier_name
    || E'\n' || location
    || E'\n' || transaction_id
    || coalesce(E'\n' || (details ->> 'operator'), '')
    || case when product = 'postpaid' then coalesce(E'\n' || (details ->> 'receipt'), '') else '' end
)) stored;

-- New rows wait in a list of their own, so that a sale does not pay for the upkeep of the index: the server empties that list
-- every other second, and the limit is only for when it cannot.
create index sale_search on sale using gin (search gin_trgm_ops) with (fastupdate = on, gin_pending_list_limit = 65536);

-- A user's rows of one product, without walking past those of the others.
drop index sale_of_user;
create index sale_of_user on sale (user_id, product, id);

-- What a search costs is guessed from a sample of the texts: by default a tenth of the table must be new before it is drawn
-- again, which is months of sales.
alter table sale set (autovacuum_analyze_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.02);
