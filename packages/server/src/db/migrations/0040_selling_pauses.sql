-- Selling that an operator has paused: a row for each product that is not sold at the moment. It is read by the statement that
-- opens a sale, so every process of every server honours it from the moment of its commit. Who paused it is in the audit.
create table selling_pause (
  -- One pause for each product. Its names are not checked here: a row of an unknown product stops nothing.
  product text primary key,
  -- What the counters show. An empty one would leave a cashier without a reason.
  sentence text not null check (sentence <> ''),
  paused_at timestamptz not null
);
