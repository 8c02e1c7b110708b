-- In milliseconds, as browsers count.
create function json_of_moments(span tstzrange) returns json language sql stable as $$
  select json_build_object('from', (extract(epoch from lower(span)) * 1000)::bigint, 'to', (extract(epoch from upper(span)) * 1000)::bigint)
$$;

-- The calendars of these companies with what is taken between two moments, and how their visible services take their time, the first one first,
-- each as one JSON: a function, because its plan is kept by the connection, wherever calendars are read, also within a search
-- (docs/decisions/0036-planned-once.md). A held time counts until its moment, that of this caller not at all; nor does that of the booking
-- that is moved.
create function company_calendars(ids uuid[], since timestamptz, before timestamptz, moment timestamptz, caller text, moved uuid)
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
          and taken.during && tstzrange(since, before)
          and (taken.kind <> 'cart' or (taken.until > moment and taken.caller_hash <> caller))
          and (taken.booking_id is null or taken.booking_id is distinct from moved)
      ), '[]'),
      'busy', coalesce((
        select json_agg(json_of_moments(busy.during))
        from busy_times as busy
        where busy.company_id = calendar.company_id and busy.during && tstzrange(since, before)
      ), '[]'),
      'services', coalesce((
        select json_agg(json_build_object(
          'id', services.id,
          'minutes', services.minutes,
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
    where calendar.company_id = any(ids);
end
$$;
