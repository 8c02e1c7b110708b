-- Of which series a booking is one date, and which one of how many; null for any other.
create function place_in_series(booking bookings) returns jsonb
language sql
stable
as $$
  select jsonb_build_object('seriesId', series.id, 'position', place.position, 'dates', series.dates)
  from series_dates as place
  join booking_series as series on series.id = place.series_id
  where place.booking_id = booking.id
$$;
