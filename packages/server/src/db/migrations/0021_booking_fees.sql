-- The fee that a booking was asked for with. The second Admin sees it and confirms it, without asking the other side again.
alter table booking
  add column fee bigint check (fee >= 0),
  -- No fee band gave this fee for this amount when it was asked for. Such a booking always needs a second Admin.
  add column fee_outside_bands boolean not null default false;

-- A booking that became a sale has its fee. One that still waits for a top-up's discount gets 0: confirming it is refused, because
-- the fee differs, and it can be asked for again.
update booking set fee = coalesce(
  (select sale.fee from any_sale as sale where sale.id = booking.sale_id),
  (select greatest(booking.tendered - difference.theirs, 0) from difference where difference.id = booking.difference_id),
  0);

alter table booking
  alter column fee set not null,
  alter column fee_outside_bands drop default,
  -- Four eyes, whatever the program believes.
  add constraint booking_fee_needs_two check (needs_two or not fee_outside_bands);
