-- A bank slip is loaded once, however its reference is written: case, blanks, invisible characters and characters that look alike
-- do not make another slip. Two references with the same key are the same slip.

-- Full-width and accented letters become plain ones, what cannot be seen goes, look-alikes become one letter, blanks one blank.
-- The table has what looks like a Latin letter in Latin, Greek and Cyrillic, both cases, because lower() knows only the letters
-- of the database's locale. Nobody tells O from 0 or I and L from 1 on a slip, so those are the same too.
create function slip_key(reference text) returns text language sql immutable strict parallel safe as $$
  with alike (letter, looks) as (values
    ('a', 'ɑαΑаА'), ('b', 'βΒвВьЬ'), ('c', 'ϲϹсСↄ'), ('d', 'ԁԀ'), ('e', 'εΕеЕєЄ'), ('g', 'ɡԍԌ'), ('h', 'ΗнНһҺ'),
    ('i', 'ıιΙіІɩ|ǀӏӀ'), ('j', 'ȷϳјЈ'), ('k', 'κΚкКқҚ'), ('m', 'ΜмМ'), ('n', 'ηΝпП'), ('o', 'οΟоОօՕøØ'), ('p', 'ρΡрР'),
    ('q', 'ԛԚ'), ('s', 'ѕЅ'), ('t', 'τΤтТ'), ('u', 'υμ'), ('v', 'νѵѴ'), ('w', 'ԝԜωѡѠ'), ('x', 'χΧхХ'), ('y', 'ΥуУүҮ'), ('z', 'ζΖ'),
    ('-', '‐‑‒–—―−'), ('/', '⁄∕')),
  folding as (
    select string_agg(looks, '' order by letter) as looks,
        string_agg(repeat(letter, char_length(looks)), '' order by letter) as letters from alike),
  visible as (
    -- Controls, soft hyphen, combining marks, fillers, zero-width and direction marks, joiners, variation selectors, tags.
    select regexp_replace(normalize(reference, nfkd),
      '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u0300-\u036F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\u2800\u3164\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF\uFFA0\U000E0000-\U000E0FFF]',
      '', 'g') as text)
  select btrim(regexp_replace(translate(lower(translate(visible.text, folding.looks, folding.letters)), 'oil', '011'),
    '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g')) from visible, folding
$$;

-- No longer generated: two slips that were loaded before under references which now have one key must both stay.
alter table credit alter column slip_key drop expression;
alter table credit_request alter column slip_key drop expression;

-- The first of them takes the key, so that the slip cannot be loaded again; the later ones keep the key that they had, which is
-- nobody else's. A row that had the new key already is the first: no other can have it beside it.
alter table credit disable trigger credit_append_only;
update credit set slip_key = ranked.key
  from (select id, slip_key(slip_reference) as key, row_number() over (partition by kind, slip_key(slip_reference)
      order by slip_key <> slip_key(slip_reference), id) as place from credit) as ranked
  where ranked.id = credit.id and ranked.place = 1 and credit.slip_key <> ranked.key;
alter table credit enable trigger credit_append_only;

-- Of the loads that wait, too, one key is unique; of those that are decided none has to be.
update credit_request set slip_key = ranked.key
  from (select id, slip_key(slip_reference) as key, row_number() over (partition by kind, state, slip_key(slip_reference)
      order by slip_key <> slip_key(slip_reference), id) as place from credit_request) as ranked
  where ranked.id = credit_request.id and (ranked.place = 1 or state <> 'waiting') and credit_request.slip_key <> ranked.key;

alter table credit alter column slip_key set not null;
alter table credit_request alter column slip_key set not null;

-- The database makes the key, so that no program can forget to.
create function set_slip_key() returns trigger language plpgsql as $$
begin
  new.slip_key := slip_key(new.slip_reference);
  return new;
end $$;
create trigger credit_slip_key before insert on credit for each row execute function set_slip_key();
create trigger credit_request_slip_key before insert on credit_request for each row execute function set_slip_key();
