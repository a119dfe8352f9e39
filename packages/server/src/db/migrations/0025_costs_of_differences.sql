-- What an airtime sale cost us, by our record and by the aggregator's, beside the amounts that did not agree: its account may
-- be in another currency. Null for the utility, which charges what is ordered, and where an answer did not tell.
alter table difference add column our_cost jsonb, add column their_cost jsonb;
