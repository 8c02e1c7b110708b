-- When an order that was never paid lost its customer's data.
alter table bookings add column forgotten_at timestamptz check (forgotten_at is null or paid_at is null);
create index bookings_unpaid on bookings (created_at) where paid_at is null and forgotten_at is null;
