-- Where the towns and postcodes of Germany lie. `places` and `place_names` come from GeoNames (CC BY 4.0), `place_postcodes` from
-- OpenStreetMap (ODbL); they stay tables of their own. `postcode_points` is what this installation makes of both, or what the operator
-- imported. A point is (longitude, latitude).

-- The version of the packaged data in the tables; no row before the first start.
create table place_sources (
  only_row boolean primary key default true check (only_row),
  version text not null
);

create table places (
  id integer primary key,
  name text not null,
  -- What a visitor sees and may type: the name, with the state or town where several places share it.
  label text not null unique,
  state text not null check (length(state) = 2),
  is_part boolean not null,
  population integer not null,
  -- Of several places with the same name, the one with the highest weight is meant: its population, for a part of a town at most the
  -- town's.
  weight integer not null,
  point point not null
);

create table place_names (
  -- In the notation of `place_key`.
  name text collate "C" not null,
  place_id integer not null references places on delete cascade,
  -- 0: the name, 1: the name without its distinguishing addition, 2: another name.
  kind integer not null check (kind between 0 and 2),
  primary key (name, place_id)
);
create index place_names_backwards on place_names (reverse(name) collate "C") where kind < 2;
create index place_names_place on place_names (place_id);

-- 'Frankfurt a. d. Oder', 'Frankfurt/Oder', 'Frankfurt (Oder)' → frankfurt oder. The product does the same (`placeKey`); a test holds the two together.
create function place_key(text) returns text
language sql immutable strict parallel safe
return coalesce(
  nullif(
    trim(regexp_replace(
      regexp_replace(regexp_replace(fold_digraphs($1), '[^a-z0-9]+', ' ', 'g'), '\mst\M', 'sankt', 'g'),
      '\m(am|an|der|den|dem|a|d|im|in|bei|b|ob|vor|unter|i|o|v|auf|die|das|zur|zum|u|und)\M ?', '', 'g'
    )),
    ''
  ),
  trim(regexp_replace(fold_digraphs($1), '[^a-z0-9]+', ' ', 'g'))
);

create table place_postcodes (
  postcode text collate "C" not null check (postcode ~ '^\d{5}$'),
  town text not null,
  town_key text collate "C" not null generated always as (place_key(town)) stored,
  primary key (postcode, town)
);
create index place_postcodes_town on place_postcodes (town_key);

create table postcode_points (
  postcode text collate "C" primary key check (postcode ~ '^\d{5}$'),
  point point not null,
  -- Imported by the operator; otherwise computed from the towns of the postcode.
  is_exact boolean not null default false
);

-- Kilometres between two points of longitude and latitude, along a great circle.
create function search_distance_km(a point, b point) returns double precision
language sql immutable strict parallel safe
return 12742 * asin(sqrt(
  power(sind((b[1] - a[1]) / 2), 2) + cosd(a[1]) * cosd(b[1]) * power(sind((b[0] - a[0]) / 2), 2)
));

-- The point of a postcode. For an unlisted one (a large firm's, a post box) that of the nearest number in its neighbourhood.
create function postcode_point(code text) returns point
language sql stable strict
return coalesce(
  (select point from postcode_points where postcode = code),
  (
    select point
    from postcode_points
    where code ~ '^\d{5}$' and postcode >= rpad(left(code, 3), 5, '0') and postcode <= rpad(left(code, 3), 5, '9')
    order by abs(postcode::integer - code::integer), postcode
    limit 1
  )
);

-- The point of a town or part of a town by its name; of several the one nearest to `near`, which must lie around it, or the largest.
create function town_point(named text, near point) returns point
language sql stable
begin atomic
  select point
  from (
    select places.point, kind, weight
    from place_names
    join places on places.id = place_id
    where place_names.name = place_key(named)
    union all
    select postcode_points.point, 3, 0
    from place_postcodes
    join postcode_points using (postcode)
    where town_key = place_key(named)
  ) as candidates
  where near is null or search_distance_km(point, near) <= 25
  order by kind = 3, kind = 2, search_distance_km(point, near), weight desc
  limit 1;
end;

-- The largest of the towns that a line names.
create function largest_town_in(line text) returns point
language sql stable strict
begin atomic
  select places.point
  from place_names
  join places on places.id = place_id
  where place_names.name = any(string_to_array(place_key(line), ' ')) and kind < 2 and length(place_names.name) >= 4
  order by weight desc
  limit 1;
end;

-- The point for a given postcode, town, or line with either; null when unknown.
create function place_point(postcode text, town text, location text) returns point
language plpgsql stable as $$
declare
  code text := coalesce(substring(place_point.postcode from '^\s*(\d{5})\s*$'), substring(location from '\m\d{5}\M'));
  rest text := regexp_replace(coalesce(location, ''), '\d{4,5}', ' ', 'g');
  around point := postcode_point(code);
  only_town text := (select min(town_key) from place_postcodes as known where known.postcode = code having count(*) = 1);
  named point;
begin
  if exists (select from postcode_points as known where known.postcode = code and is_exact) then
    return around;
  end if;
  -- The postcode is more precise than the name of a town, but a part of it ('Hamburg-Altona') may be more precise than the postcode.
  if only_town is null or place_key(rest) <> only_town then
    named := town_point(rest, around);
  end if;
  if named is null and only_town is null then
    named := town_point(place_point.town, around);
  end if;
  -- A wrong postcode, or a line such as 'Hamburg und Umgebung'.
  if named is null and not exists (select from place_postcodes as known where known.postcode = code) then
    named := coalesce(town_point(rest, null), town_point(place_point.town, null), largest_town_in(rest));
  end if;
  return coalesce(named, around);
end
$$;
