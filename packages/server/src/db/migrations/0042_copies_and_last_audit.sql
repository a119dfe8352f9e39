-- Copies of backups that left the machine, and the result of the last audit of the books.

alter table backup
  -- The target as it was set then, without its secrets: after a change of the setting the old copies are not there.
  add column copied_to text,
  add column copied_at timestamptz,
  -- When the whole copy was last read back and found right.
  add column copy_checked_at timestamptz,
  add column copy_tried_at timestamptz,
  add column copy_failure text,
  -- A copy is somewhere, since some moment.
  add constraint backup_copy_is_somewhere check ((copied_to is null) = (copied_at is null)),
  -- A backup that was not shown to be good is not worth the way.
  add constraint backup_copy_is_of_a_good_one check (copied_at is null or state = 'verified'),
  add constraint backup_copy_checked_after_copied check (copy_checked_at is null or copied_at is not null);

-- One row, whichever process audits: the metrics of all of them read it.
create table last_audit (
  is_the_only_one boolean primary key default true check (is_the_only_one),
  at timestamptz not null,
  broken integer not null check (broken >= 0)
);
