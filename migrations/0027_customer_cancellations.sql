-- Customers take bookings back, too: on the booking's own page, or by withdrawing from the contract.
alter table bookings
  drop constraint bookings_cancelled_by_check,
  add constraint bookings_cancelled_by_check check (cancelled_by in ('operator', 'customer', 'withdrawal'));
