-- A Z slip keeps the name under which it was closed: whoever closed it may be called something else later.

-- Null: it is open, or was closed before this column was. Like everything else of a closed session it cannot change.
alter table till_session add column closed_by_name text;
