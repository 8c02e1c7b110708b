-- How a typed place is understood; nothing in it when nobody knows it.
create type place_meaning as (
  label text,
  point point,
  -- Digits that postcodes begin with.
  beginning text,
  -- Other places of the same name.
  others text[],
  is_corrected boolean
);

-- The places of a name in the notation of `place_key`, everywhere or in a state; the largest is meant.
create function place_named(named text, wanted_state text) returns place_meaning
language sql stable
begin atomic
  select
    (array_agg(label order by place))[1],
    (array_agg(point order by place))[1],
    null,
    (coalesce(array_agg(label order by place) filter (where place > 1 and kind <= meant_kind), '{}'))[:8],
    false
  from (
    select label, point, kind, row_number() over meant_first as place, first_value(kind) over meant_first as meant_kind
    from place_names
    join places on id = place_id
    where place_names.name = named and (wanted_state is null or state = wanted_state)
    window meant_first as (order by kind = 2, weight desc, label)
    order by place
    limit 9
  ) as candidates;
end;

-- '93047', '93047 Regensburg' or, where the postcode is of several towns, one of them.
create function place_of_postcode(code text, rest text) returns place_meaning
language sql stable
begin atomic
  select
    code || coalesce(
      ' ' || (
        select town
        from place_postcodes
        where postcode = code
        order by
          town_key = place_key(rest) desc,
          (select max(weight) from place_names join places on id = place_id where place_names.name = town_key) desc nulls last,
          town
        limit 1
      ),
      ''
    ),
    known, null, '{}'::text[], false
  from place_point(code, null, rest) as known
  where known is not null;
end;

-- What is near to a name that no place has.
create function place_nearest(named text, is_spelled boolean) returns place_meaning
language plpgsql stable as $$
declare
  meant place_meaning;
  words text[] := string_to_array(named, ' ');
  half integer := (length(named) - 1) / 2;
begin
  -- Municipalities that have postcodes, but share their name with no village: 'Wedemark'.
  select town, point(avg(point[0]), avg(point[1])), null, '{}', false into meant
  from place_postcodes
  join postcode_points using (postcode)
  where town_key = named
  group by town, left(postcode, 2)
  order by count(*) desc, town
  limit 1;
  if found then
    return meant;
  end if;
  -- The town before an unlisted part ('Köln-Ehrenfeld'), a town among other words, or a name that begins with the typed text ('Regensb').
  select label, point, null, '{}', true into meant
  from (
    select place_id, 0 as step
    from place_names
    where name = any(array(select array_to_string(words[:last], ' ') from generate_subscripts(words, 1) as last)) and kind < 2
    union all
    select place_id, 1
    from place_names
    where name = any(words) and length(name) >= 4 and kind < 2
    union all
    select place_id, 2
    from place_names
    where length(named) >= 4 and name >= named and name < named || '~' and kind < 2
  ) as candidates
  join places on id = place_id
  order by step, weight desc, label
  limit 1;
  if found or is_spelled or length(named) < 4 then
    return meant;
  end if;
  -- The nearest known name that differs by a typing error; the error leaves the beginning or the end of the name unchanged.
  select label, point, null, '{}', true into meant
  from (
    select name, place_id from place_names where name >= left(named, half) and name < left(named, half) || '~' and kind < 2
    union all
    select name, place_id
    from place_names
    where reverse(name) collate "C" >= left(reverse(named), half) and reverse(name) collate "C" < left(reverse(named), half) || '~' and kind < 2
  ) as candidates
  join places on id = place_id
  where length(candidates.name) between length(named) - 2 and length(named) + 2 and search_is_slip(named, candidates.name)
  order by levenshtein(named, candidates.name), weight desc, label
  limit 1;
  return meant;
end
$$;

-- A postcode, its beginning, a town or a part of one: `digits` and `rest` of the typed text, or its name, and where a state stands at its end
-- the name before it. `is_spelled`: similar names are not searched.
create function place_meant(digits text, rest text, named text, name_before text, wanted_state text, is_spelled boolean) returns place_meaning
language plpgsql stable as $$
declare
  meant place_meaning;
begin
  if length(digits) = 5 then
    return place_of_postcode(digits, rest);
  end if;
  if digits <> '' then
    if length(digits) < 5 and exists (select from postcode_points where postcode >= digits and postcode < digits || ':') then
      meant := (digits || '…', null, digits, '{}', false);
    end if;
    return meant;
  end if;
  meant := place_named(named, null);
  if meant.label is null and wanted_state is not null then
    meant := place_named(name_before, wanted_state);
  end if;
  return case when meant.label is not null then meant when named <> '' then place_nearest(named, is_spelled) end;
end
$$;

-- The pieces of the map (search_cell) that a circle touches: few large ones for a large circle.
create function search_cells(middle point, km integer) returns table (kind text, cell text)
language sql immutable strict parallel safe
begin atomic
  select sized.kind, line || '/' || slice
  from (
      -- A kilometre more, because the edges of the pieces are no great circles.
      select kind, height, width, (km + 1) / 111.1::double precision as degrees
      from (
        values ('cell', 0.1::double precision, 0.15::double precision, km <= 30), ('area', 0.4, 0.6, km > 30)
      ) as size (kind, height, width, fits)
      where fits
    ) as sized,
    lateral (
      select floor((middle[1] - degrees) / height)::integer as lowest, floor((middle[1] + degrees) / height)::integer as highest,
        floor((middle[0] - degrees / cosd(middle[1])) / width)::integer as first,
        floor((middle[0] + degrees / cosd(middle[1])) / width)::integer as last
    ) as edges,
    generate_series(lowest, highest) as line,
    generate_series(first, last) as slice
  where search_distance_km(
    middle,
    point(least(greatest(middle[0], slice * width), (slice + 1) * width), least(greatest(middle[1], line * height), (line + 1) * height))
  ) <= km + 1;
end;

-- The meaning of a filter: who has any of these terms.
create function search_filter(kinds text[], texts text[]) returns search_meaning
language sql stable
begin atomic
  select coalesce(array_agg(id), '{}'), '{}'::integer[], coalesce(sum(frequency), 0)::integer, coalesce(sum(frequency), 0)::integer,
    '{}'::integer[], 0, '{}'::integer[], '{}'::integer[], 0, null::text
  from search_terms
  where kind = any(kinds) and text = any(texts);
end;
