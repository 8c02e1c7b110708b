-- How long the work of a service takes, and whether it may continue on another day (docs/decisions/0068-time-that-fits-the-work.md).
alter table services
  -- Minutes of each counted unit ('Fenster', 'm²'), added to `minutes`; null if the quantity changes nothing.
  add column minutes_per_unit numeric(7, 2) check (minutes_per_unit > 0 and minutes_per_unit <= 4800),
  -- True if the work continues after breaks and on following days.
  add column is_spread boolean not null default false,
  drop constraint services_minutes_check,
  add constraint services_minutes_check check (minutes between 15 and 4800);
update services set is_spread = true where minutes > 240;

alter table quotes
  drop constraint quotes_minutes_check,
  add constraint quotes_minutes_check check (minutes between 15 and 4800);

drop trigger note_calendar_change on services;
create trigger note_calendar_change after insert or delete or update of minutes, minutes_per_unit, is_spread, buffer_before_minutes,
  buffer_after_minutes, grid_minutes, notice_hours, horizon_days, people, booking_mode, hidden_at
on services for each row execute function note_calendar_change();

-- As in 0124, with both columns. What is taken is read 30 days further if a service of the company is spread over days (src/supply/calendars/parts.ts).
create or replace function company_calendars(ids uuid[], since timestamptz, before timestamptz, moment timestamptz, caller text, moved uuid)
returns setof json
language plpgsql stable as $$
begin
  return query
    select json_build_object(
      'companyId', calendar.company_id,
      'policy', calendar.policy,
      'isOn', calendar.is_on,
      'travelKmh', calendar.travel_kmh,
      'openings', json_build_object(
        'federalState', calendar.federal_state,
        'hours', coalesce((
          select json_agg(json_build_object(
            'resourceId', hours.resource_id,
            'weekday', hours.weekday,
            'minutes', json_build_object('from', lower(hours.minutes), 'to', upper(hours.minutes))
          ))
          from opening_hours as hours
          where hours.company_id = calendar.company_id
        ), '[]'),
        'days', coalesce((
          select json_agg(json_build_object(
            'resourceId', days.resource_id,
            'day', days.day,
            'minutes', coalesce((
              select json_agg(json_build_object('from', lower(each), 'to', upper(each)))
              from unnest(days.minutes) as each
            ), '[]')
          ))
          from calendar_days as days
          where days.company_id = calendar.company_id
        ), '[]'),
        'closures', coalesce((
          select json_agg(json_build_object(
            'resourceId', closures.resource_id,
            'firstDay', lower(closures.days),
            'lastDay', upper(closures.days) - 1
          ))
          from closures
          where closures.company_id = calendar.company_id
        ), '[]')
      ),
      'resources', coalesce((
        select json_agg(json_build_object('id', resources.id, 'capacity', resources.capacity) order by resources.position, resources.id)
        from resources
        where resources.company_id = calendar.company_id and resources.hidden_at is null
      ), '[]'),
      'taken', coalesce((
        select json_agg(json_build_object(
          'resourceId', taken.resource_id,
          'seat', taken.seat,
          'during', json_of_moments(taken.during),
          'core', json_of_moments(taken.core),
          'place', case
            when taken.place is not null then json_build_object('longitude', taken.place[0], 'latitude', taken.place[1])
          end
        ))
        from occupancies as taken
        where taken.company_id = calendar.company_id
          and taken.during && tstzrange(since, reach.before)
          and (taken.kind <> 'cart' or (taken.until > moment and taken.caller_hash <> caller))
          and (taken.booking_id is null or taken.booking_id is distinct from moved)
      ), '[]'),
      'busy', coalesce((
        select json_agg(json_of_moments(busy.during))
        from busy_times as busy
        where busy.company_id = calendar.company_id and busy.during && tstzrange(since, reach.before)
      ), '[]'),
      'services', coalesce((
        select json_agg(json_build_object(
          'id', services.id,
          'minutes', services.minutes,
          'minutesPerUnit', services.minutes_per_unit,
          'isSpread', services.is_spread,
          'bufferBeforeMinutes', services.buffer_before_minutes,
          'bufferAfterMinutes', services.buffer_after_minutes,
          'gridMinutes', services.grid_minutes,
          'noticeHours', services.notice_hours,
          'horizonDays', services.horizon_days,
          'people', services.people,
          'bookingMode', services.booking_mode,
          'resourceIds', array(
            select needed.resource_id
            from service_resources as needed
            where needed.service_id = services.id
            order by needed.resource_id
          )
        ) order by services.position, services.id)
        from services
        where services.company_id = calendar.company_id and services.hidden_at is null
      ), '[]')
    )
    from calendars as calendar
    cross join lateral (
      select
        company_calendars.before + case
          when exists (
            select
            from services
            where services.company_id = calendar.company_id and services.is_spread and services.hidden_at is null
          ) then interval '30 days'
          else interval '0'
        end as before
    ) as reach
    where calendar.company_id = any(ids);
end
$$;

-- End of work at a company without a calendar. Its hours are unknown: work that may continue takes eight hours of each day.
create function arranged_end(day date, start time, minutes integer, is_spread boolean) returns timestamptz
language sql stable as $$
  select case
    when is_spread and minutes > 480 then
      (day + start + (minutes - 1) / 480 * interval '1 day' + ((minutes - 1) % 480 + 1) * interval '1 minute') at time zone 'Europe/Berlin'
    else (day + start) at time zone 'Europe/Berlin' + minutes * interval '1 minute'
  end
$$;

-- As in 0121. The duration of counted units depends on their number, which a result list does not know.
create or replace function search_cards(ids uuid[], services_meant text[])
returns table (card json, offered json, terms integer[], category text, point point)
language plpgsql stable as $$
begin
  return query
    select
      json_build_object(
        'id', companies.id,
        'companyName', companies.company_name,
        'category', companies.category,
        'description', companies.description,
        'location', companies.location,
        'logoUrl', companies.logo_url,
        'galleryImages', companies.gallery_images,
        'hourlyRateCents', nullif(found.hourly_rate_cents, 0),
        'premium', companies.premium or companies.plan = 'premium',
        'verified', companies.verified,
        'rating', found.rating,
        'reviews', found.reviews,
        'point', case when found.point is not null then json_build_object('longitude', found.point[0], 'latitude', found.point[1]) end,
        'hasCalendar', found.free_from is not null
      ),
      case when services_meant <> '{}' then (
        select json_build_object(
          'id', services.id,
          'title', services.title,
          'priceKind', services.price_kind,
          'priceCents', services.price_cents,
          'unit', services.unit,
          'minutes', case when services.minutes_per_unit is null then services.minutes end
        )
        from services
        where services.company_id = companies.id and services.hidden_at is null and services.catalogue_id = any(services_meant)
        order by array_position(services_meant, services.catalogue_id), services.position
        limit 1
      ) end,
      found.terms,
      found.category,
      found.point
    from unnest(ids) with ordinality as page (id, place)
    join companies on companies.id = page.id
    join search_companies as found on found.company_id = page.id
    order by page.place;
end
$$;
