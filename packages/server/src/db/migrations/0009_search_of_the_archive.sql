-- What went to the archive is found by whatever its list showed of it, of every product, as what stayed is: the text was
-- copied with the sale (migration 0007), and only its index was missing.
create index archived_sale_search on archived_sale using gin (search gin_trgm_ops);
