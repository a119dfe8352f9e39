-- How many lines of the other side's list are one of several equal sales of ours, and nothing says which: no difference of
-- money, and yet nobody can say that each of them is right.
alter table comparison add column ambiguous integer not null default 0 check (ambiguous >= 0);
