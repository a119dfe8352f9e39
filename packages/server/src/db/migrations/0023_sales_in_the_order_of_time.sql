-- Lists are newest first by the time of the sale. Its number does not tell that any more: a sale that was booked after the books
-- went back has a new number and an old time. The same indexes as before, so a sale writes no more of them.
drop index sale_of_product;
create index sale_of_product on sale (product, at, id);
drop index sale_of_user;
create index sale_of_user on sale (user_id, product, at, id);

-- The last sale of a user, and the newest of the archive when a search cannot look at all of it.
drop index archived_sale_of_user;
create index archived_sale_of_user on archived_sale (user_id, product, at, id);
create index archived_sale_by_time on archived_sale (at, id);
