-- As in 0155, without supplements, which belong to the appointment of their job, and with the time of counted units and of work that continues on following days (0198).
create or replace view unplaced_bookings as
select
  bookings.id as booking_id,
  bookings.company_id,
  bookings.booking_date,
  (bookings.booking_date + bookings.booking_time) at time zone 'Europe/Berlin' as starts_at,
  arranged_end(bookings.booking_date, bookings.booking_time, work.minutes, coalesce(services.is_spread, false)) as ends_at,
  bookings.paid_at,
  bookings.service_title,
  bookings.customer_name,
  bookings.customer_phone,
  bookings.location
from bookings
left join services on services.id = bookings.service_id
left join booking_items as item on item.booking_id = bookings.id and item.position = 0 and item.unit is not null
cross join lateral (
  select coalesce(
    case when item.unit = 'Std.' then round(item.quantity * 0.6)::integer end,
    coalesce(services.minutes, 0) + ceil(services.minutes_per_unit * coalesce(item.quantity, 100) / 100)::integer,
    services.minutes,
    60
  ) as minutes
) as work
where bookings.booking_status = 'confirmed'
  and bookings.parent_id is null
  and bookings.refunded_cents < bookings.amount_cents
  and not exists (select from appointments where appointments.booking_id = bookings.id);
