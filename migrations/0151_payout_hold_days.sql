-- Extra days that the share of one of a company's first bookings waits (docs/spec.md#payment-safety), decided when it is paid.
alter table bookings add payout_hold_days integer not null default 0 check (payout_hold_days >= 0);
