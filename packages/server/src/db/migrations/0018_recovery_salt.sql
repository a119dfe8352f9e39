-- Recovery codes are short, so they are hashed slowly. One salt for all codes of a person: a code that is entered costs one hash,
-- however many codes are left. Null: no codes yet, or codes of before, which the server hashes slowly when it next starts.
alter table second_factor add column recovery_salt bytea check (length(recovery_salt) = 16);
comment on column recovery_code.code_hash is 'argon2id of the SHA-256 of the code, with the recovery_salt of its owner';
