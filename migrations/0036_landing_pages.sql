-- Pages per category and town (/reinigung/hamburg): which there are follows from where listed companies are.

-- The town of a company as it wrote it; null when its place does not tell.
create function town_of(town text, location text) returns text
language sql immutable parallel safe
return coalesce(
  nullif(btrim(town), ''),
  btrim(substring(location from '(?<!\d)\d{5}\s+([^\d,;]+)')),
  case when location ~ '^[^\d,;]+$' then btrim(location) end
);

-- The same as slugOf in src/kit/text.ts (a test holds the two together).
create function address_slug(text) returns text
language sql immutable strict parallel safe
return btrim(
  regexp_replace(
    fold_text(replace(replace(replace(lower(normalize($1, nfc) collate "de-x-icu"), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue')) collate "C",
    '[^a-z0-9]+', '-', 'g'
  ),
  '-'
);

alter table companies
  add column town_slug text collate "C" generated always as (nullif(address_slug(town_of(town, location)), '')) stored;
create index companies_landing on companies (category, town_slug) include (updated_at) where is_listed;

-- Every town where a company is or was, with the point that tells its neighbours. It only grows; who is there today, companies say.
create table search_towns (
  slug text collate "C" primary key,
  town text not null,
  point point
);

-- A town as people call it, however its first company wrote it ('HAMBURG!'): everybody reads it on the pages of the town.
create function town_name(written text) returns text
language sql stable strict
return coalesce(
  (
    select places.name
    from place_names
    join places on places.id = place_id
    where place_names.name = place_key(written) and kind = 0 and address_slug(places.name) = address_slug(written)
    order by weight desc
    limit 1
  ),
  btrim(regexp_replace(written, '[^[:alpha:] ()./-]', '', 'g'))
);

create function note_search_town() returns trigger
language plpgsql as $$
begin
  insert into search_towns (slug, town, point)
  select new.town_slug, town_name(written), place_point(null, written, null)
  from town_of(new.town, new.location) as written
  where not exists (select from search_towns where slug = new.town_slug)
  on conflict do nothing;
  return null;
end
$$;
create trigger note_search_town after insert or update of town, location on companies
for each row when (new.town_slug is not null) execute function note_search_town();

insert into search_towns (slug, town, point)
select town_slug, town_name(min(town_of(town, location))), place_point(null, min(town_of(town, location)), null)
from companies
where town_slug is not null
group by town_slug;
