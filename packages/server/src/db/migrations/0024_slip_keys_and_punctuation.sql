-- Blanks beside punctuation, and punctuation at the ends, do not make another slip either: TRF -0012, TRF- 0012 and TRF-0012. are
-- TRF-0012. Punctuation inside stays, for it may group digits that mean something: TRF0012 is another one.

-- As in 0016, and: Arabic digits are digits, an Arabic letter drawn out is that letter, and Latin letters with a stroke and small
-- capitals are letters. What is left of other scripts the program refuses, because no table has all of their look-alikes.
create or replace function slip_key(reference text) returns text language sql immutable strict parallel safe as $$
  with alike (letter, looks) as (values
    ('a', 'ɑαΑаАᴀ'), ('b', 'βΒвВьЬʙ'), ('c', 'ϲϹсСↄᴄ'), ('d', 'ԁԀđĐᴅ'), ('e', 'εΕеЕєЄᴇ'), ('f', 'ꜰ'), ('g', 'ɡԍԌɢ'),
    ('h', 'ΗнНһҺħĦʜ'), ('i', 'ıιΙіІɩ|ǀӏӀɪ'), ('j', 'ȷϳјЈᴊ'), ('k', 'κΚкКқҚᴋ'), ('l', 'łŁʟ'), ('m', 'ΜмМᴍ'), ('n', 'ηΝпПɴ'),
    ('o', 'οΟоОօՕøØᴏ'), ('p', 'ρΡрРᴘ'), ('q', 'ԛԚ'), ('r', 'ʀ'), ('s', 'ѕЅꜱ'), ('t', 'τΤтТŧŦᴛ'), ('u', 'υμᴜ'), ('v', 'νѵѴᴠ'),
    ('w', 'ԝԜωѡѠᴡ'), ('x', 'χΧхХ'), ('y', 'ΥуУүҮʏ'), ('z', 'ζΖᴢ'), ('-', '‐‑‒–—―−'), ('/', '⁄∕'),
    ('0', '٠۰'), ('1', '١۱'), ('2', '٢۲'), ('3', '٣۳'), ('4', '٤۴'), ('5', '٥۵'), ('6', '٦۶'), ('7', '٧۷'), ('8', '٨۸'), ('9', '٩۹')),
  folding as (
    select string_agg(looks, '' order by letter) as looks,
        string_agg(repeat(letter, char_length(looks)), '' order by letter) as letters from alike),
  visible as (
    -- Controls, soft hyphen, combining marks, what draws an Arabic letter out, fillers, zero-width and direction marks, joiners,
    -- variation selectors, tags.
    select regexp_replace(normalize(reference, nfkd),
      '[\u0001-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F\u00AD\u0300-\u036F\u061C\u0640\u115F\u1160\u17B4\u17B5\u180B-\u180F\u1AB0-\u1AFF\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\u2800\u3164\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF\uFFA0\U000E0000-\U000E0FFF]',
      '', 'g') as text),
  folded as (
    select regexp_replace(translate(lower(translate(visible.text, folding.looks, folding.letters)), 'oil', '011'),
      '[\s\u0085\u1680\u2028\u2029]+', ' ', 'g') as text from visible, folding),
  -- ASCII's punctuation, that of Latin and Arabic texts, and general punctuation: written out, because what a locale calls
  -- punctuation is not the same everywhere.
  tight as (
    select regexp_replace(text, ' *([!-/:-@[-`{-~¡«·»¿،؛؟۔\u2010-\u2027\u2030-\u205E]) *', '\1', 'g') as text from folded)
  select btrim(regexp_replace(text,
    '^[ !-/:-@[-`{-~¡«·»¿،؛؟۔\u2010-\u2027\u2030-\u205E]+|[ !-/:-@[-`{-~¡«·»¿،؛؟۔\u2010-\u2027\u2030-\u205E]+$', '', 'g')) from tight
$$;

-- As in 0016: of several slips that now have one key the first takes it, or the one that has it already, and the others keep theirs.
alter table credit disable trigger credit_append_only;
update credit set slip_key = ranked.key
  from (select id, slip_key(slip_reference) as key, row_number() over (partition by kind, slip_key(slip_reference)
      order by slip_key <> slip_key(slip_reference), id) as place from credit) as ranked
  where ranked.id = credit.id and ranked.place = 1 and credit.slip_key <> ranked.key;
alter table credit enable trigger credit_append_only;
update credit_request set slip_key = ranked.key
  from (select id, slip_key(slip_reference) as key, row_number() over (partition by kind, state, slip_key(slip_reference)
      order by slip_key <> slip_key(slip_reference), id) as place from credit_request) as ranked
  where ranked.id = credit_request.id and (ranked.place = 1 or state <> 'waiting') and credit_request.slip_key <> ranked.key;
