-- Search alerts: addresses to notify once when a company appears for a search that found none.

create table search_alerts (
  id uuid primary key default uuidv7(),
  email text not null,
  words text not null,
  location text not null,
  category text,
  -- A service of the catalogue that was chosen instead of words.
  catalogue_id text,
  -- Null: the whole country.
  radius_km integer check (radius_km > 0),
  -- Hash of the mailed token.
  token_hash text unique,
  created_at timestamptz not null,
  -- The owner of the address consented.
  confirmed_at timestamptz,
  looked_at timestamptz,
  -- A company was found and mailed.
  served_at timestamptz,
  check (words <> '' or location <> '' or category is not null or catalogue_id is not null),
  check (served_at is null or confirmed_at is not null)
);
create index search_alerts_open on search_alerts (looked_at nulls first, id) where confirmed_at is not null and served_at is null;
create index search_alerts_email on search_alerts (email);
