-- What was ordered beside what the other side has on record, when the two contradict each other: an Admin decides by it.
alter table vend add column evidence jsonb;
-- Written in one go when the sale is handed over, so that nobody decides on half of it.
alter table vend add constraint vend_evidence_has_both check (evidence is null or evidence ?& array['ordered', 'seen']);
