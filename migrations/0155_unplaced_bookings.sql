-- Confirmed bookings without an appointment: paid while their company had no calendar (or had switched it off), outside its hours, or beside
-- another job. Diary, calendar feed, reminders and cancellations read them from here, with the span that they were sold for.
create view unplaced_bookings as
select
  bookings.id as booking_id,
  bookings.company_id,
  bookings.booking_date,
  times.starts_at,
  times.starts_at + coalesce(
    (
      select item.quantity * interval '36 seconds'
      from booking_items as item
      where item.booking_id = bookings.id and item.position = 0 and item.unit = 'Std.'
    ),
    services.minutes * interval '1 minute',
    interval '1 hour'
  ) as ends_at,
  bookings.paid_at,
  bookings.service_title,
  bookings.customer_name,
  bookings.customer_phone,
  bookings.location
from bookings
left join services on services.id = bookings.service_id
cross join lateral (select (bookings.booking_date + bookings.booking_time) at time zone 'Europe/Berlin' as starts_at) as times
where bookings.booking_status = 'confirmed'
  and bookings.refunded_cents < bookings.amount_cents
  and not exists (select from appointments where appointments.booking_id = bookings.id);

-- Such bookings are reminded of and stand in the evening's list, too.
alter table appointment_reminders
  drop constraint appointment_reminders_booking_id_fkey,
  add constraint appointment_reminders_booking_id_fkey foreign key (booking_id) references bookings on delete cascade;
alter table day_lists
  drop constraint day_lists_company_id_fkey,
  add constraint day_lists_company_id_fkey foreign key (company_id) references companies on delete cascade;
