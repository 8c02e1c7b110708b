-- A date that was doubled is seen, too: 0097 only counted the bookings. A date that somebody moved later may stand beside another one.
create or replace view invariant_series_has_its_dates as
select
  series.id::text as subject,
  (
    count(distinct appointments.starts_at) filter (where appointments.moves = 0)
    + count(*) filter (where appointments.moves > 0)
  )::bigint as found_cents,
  series.dates::bigint as expected_cents
from booking_series as series
left join series_dates on series_dates.series_id = series.id
left join appointments on appointments.booking_id = series_dates.booking_id
where series.status <> 'unconfirmed'
group by series.id
having
  count(distinct appointments.starts_at) filter (where appointments.moves = 0)
  + count(*) filter (where appointments.moves > 0)
  <> series.dates;
