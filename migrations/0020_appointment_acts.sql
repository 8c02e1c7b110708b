-- What both sides do with an agreed appointment.

alter table bookings
  drop constraint bookings_cancelled_by_check,
  add constraint bookings_cancelled_by_check check (cancelled_by in ('operator', 'customer', 'withdrawal', 'company'));

-- What the company keeps of a cancelled booking, by the policy of its appointment: paid out to it, although nothing takes place.
alter table appointments
  add column retained_cents integer not null default 0 check (retained_cents >= 0 and (retained_cents = 0 or status = 'cancelled'));

create index bookings_kept on bookings (company_id)
where payment_status = 'paid' and booking_status = 'cancelled' and payout_processed_at is null;
