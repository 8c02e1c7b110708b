-- The search, in four parts: its tables; how a company is indexed, in the transaction that changes it; the towns of the landing pages; and
-- how a typed word is interpreted.

create extension if not exists fuzzystrmatch;

-- The vocabulary of all companies. Its first words are in the next file; it grows with what companies write (search_learn, search_count).
create table search_terms (
  id integer primary key generated always as identity,
  -- A 'cell' or an 'area' is a piece of the map (search_cell); a 'service' or a 'trade' is one of the catalogue, and the trade 'unknown' has
  -- who neither offers a service nor is named after a trade: found by words alone.
  kind text not null check (kind in ('word', 'stem', 'town', 'postcode', 'category', 'cell', 'area', 'service', 'trade')),
  text text collate "C" not null,
  -- A word as somebody wrote it first: 'Gebäudereinigung'.
  spelled text,
  -- Both spellings of umlauts, for finding letters inside words.
  spellings text not null generated always as (text || ' ' || fold_digraphs(text)) stored,
  -- The stems a word stands for: its own, and those of the words it is composed of. A stem has only the latter.
  stems integer[] not null default '{}',
  -- A stem that compounds are split at: 'reinig' makes 'gebaudereinigung' known as a kind of it.
  is_part boolean not null default false,
  -- A word that means a trade even if no company writes it, so that a misspelling of it is corrected.
  is_known boolean not null default false,
  -- How many companies have the term, and how many in their offer; recounted from time to time, an estimate for the plan.
  frequency integer not null default 0,
  offers integer not null default 0,
  unique (kind, text)
);
create index search_terms_inside on search_terms using gin (spellings gin_trgm_ops) where kind in ('word', 'town');
create index search_terms_backwards on search_terms (kind, reverse(text) collate "C");

-- Another word for the same thing, by their stems; for a place by its name.
create table search_synonyms (
  stem text not null,
  meant text not null,
  primary key (stem, meant)
);

-- The terms by which each listed company is found. A term is stored as its id, and also as minus its id when it belongs to the offer (name,
-- services, category) and not only to the description.
create table search_companies (
  company_id uuid primary key references companies on delete cascade,
  -- Folded, and compared by bytes: a language's collation would cost more than the rest of the search.
  sort_name text collate "C" not null,
  category text not null,
  terms integer[] not null,
  -- Longitude and latitude; null when the place is unknown.
  point point,
  service_radius_km integer,
  verified boolean not null,
  hourly_rate_cents integer,
  rating numeric,
  reviews integer not null,
  -- The order of companies with equal text rank.
  quality integer not null,
  -- The smallest sample that contains it: 0 holds the best 1/256, 1 the best 1/128, … 7 the best half, 8 is the rest.
  sample integer not null
)
-- A search reads few rows; starting parallel workers takes longer than the search.
with (parallel_workers = 0);
create index search_companies_terms on search_companies using gin (terms) with (fastupdate = off);
create index search_companies_sample_0 on search_companies using gin (terms) with (fastupdate = off) where sample <= 0;
create index search_companies_sample_1 on search_companies using gin (terms) with (fastupdate = off) where sample <= 1;
create index search_companies_sample_2 on search_companies using gin (terms) with (fastupdate = off) where sample <= 2;
create index search_companies_sample_3 on search_companies using gin (terms) with (fastupdate = off) where sample <= 3;
create index search_companies_sample_4 on search_companies using gin (terms) with (fastupdate = off) where sample <= 4;
create index search_companies_sample_5 on search_companies using gin (terms) with (fastupdate = off) where sample <= 5;
create index search_companies_sample_6 on search_companies using gin (terms) with (fastupdate = off) where sample <= 6;
create index search_companies_sample_7 on search_companies using gin (terms) with (fastupdate = off) where sample <= 7;
-- All companies, or all of a category, in display order.
create index search_companies_quality on search_companies (quality desc, sort_name, company_id);
create index search_companies_category on search_companies (category, quality desc, sort_name, company_id);
create index search_companies_name on search_companies (sort_name);

-- One row: the number of companies at the last count, and the last company of each sample; companies of equal quality are ordered by name,
-- as in lists.
create table search_counts (
  only_row boolean primary key default true check (only_row),
  companies integer not null,
  sample_qualities integer[] not null default '{}',
  sample_names text[] not null default '{}'
);
insert into search_counts (companies) values (0);

-- How a company is indexed.

-- 'Gas-, Öl- und W-LAN' → gas, ol, und, wlan: a single letter belongs to the word behind its hyphen.
create function search_words(text) returns setof text
language sql immutable strict parallel safe
begin atomic
  select distinct left(word, 80)
  from regexp_split_to_table(regexp_replace(fold_text($1), '\m(\w)-(?=\w)', '\1', 'g'), '[^[:alnum:]]+') as word
  where word <> '';
end;

-- The same words in their original spelling.
create function search_spellings(text) returns table (word text, spelled text)
language sql immutable strict parallel safe
begin atomic
  select left(fold_text(written), 80), min(written)
  from regexp_split_to_table(
    regexp_replace($1 collate "de-x-icu", '\m(\w)-(?=\w)', '\1', 'g'), '[^[:alnum:]]+'
  ) as written
  where written <> ''
  group by 1;
end;

-- The piece of the map a point lies in: 11 km high and 10 km wide ('cell'), or four times as much ('area'). The same as `cellOf` of
-- src/search/query/cells.ts, which says which pieces a circle touches; a test holds the two together.
create function search_cell(at point, kind text) returns text
language sql immutable strict parallel safe
return floor(at[1] / case kind when 'cell' then 0.1 else 0.4 end)::integer
  || '/'
  || floor(at[0] / case kind when 'cell' then 0.15 else 0.6 end)::integer;

-- One spelling of umlauts: 'gaertner' → 'gartner'. Behind a vowel 'ue' is none ('betreuen').
create function search_plain(text) returns text
language sql immutable strict parallel safe
return regexp_replace(regexp_replace($1, '([ao])e', '\1', 'g'), '(?<![aeq])ue', 'u', 'g');

-- The stem that all forms and spellings of a word share, the trade, its master and mistress included ('gartnerei', 'gartnerin'); null for
-- words that carry no meaning.
create function search_stem(text) returns text
language sql immutable strict parallel safe
return (ts_lexize(
  'german_stem',
  regexp_replace(
    regexp_replace(search_plain($1), '(er|graf|ist|ent|ant|eur|log)in(nen)?$', '\1'),
    '(er|graf)(ei|eien|ie|ien)$', '\1'
  )
))[1];

create function search_is_part(text) returns boolean
language sql stable strict
begin atomic
  select exists (select from search_terms where kind = 'stem' and text = search_stem($1) and is_part);
end;

-- The words a compound is made of, with the letters that join them left out: 'haushaltsauflosung' → haushalt, auflosung. Both sides must be
-- known; before a long known word ('heizung' in 'pelletheizung') anything may stand.
create function search_parts(word text) returns text[]
language plpgsql stable strict as $$
declare
  head text;
  tail text;
  joint text;
  found text[] := '{}';
begin
  for cut in 3 .. length(word) - 4 loop
    tail := substr(word, cut + 1);
    continue when not search_is_part(tail);
    foreach joint in array array['', 's', 'n', 'en', 'es', 'er'] loop
      continue when not left(word, cut) ~ (joint || '$') or cut - length(joint) < 3;
      head := left(word, cut - length(joint));
      if search_is_part(head) then
        return array[head, tail] || search_parts(head) || search_parts(tail);
      end if;
    end loop;
    if found = '{}' and length(tail) >= 6 then
      found := tail || search_parts(left(word, cut)) || search_parts(tail);
    end if;
  end loop;
  return found;
end
$$;

-- Stores the stems of these words: their own, and those of their parts.
create function search_split(ids integer[]) returns void
language plpgsql as $$
declare
  split_words integer[];
  split_stems text[];
begin
  select array_agg(id), array_agg(stem) into split_words, split_stems
  from search_terms, unnest(text || search_parts(text)) as part, search_stem(part) as stem
  where id = any(ids) and kind = 'word' and stem is not null;

  insert into search_terms (kind, text)
  select distinct 'stem', stem
  from unnest(split_stems) as stem
  where not exists (select from search_terms as known where (known.kind, known.text) = ('stem', stem))
  order by 2
  on conflict do nothing;
  update search_terms
  set stems = split.stems
  from (
    select word, array_agg(distinct known.id) as stems
    from unnest(split_words, split_stems) as given (word, stem)
    join search_terms as known on known.kind = 'stem' and known.text = stem
    group by word
  ) as split
  where id = split.word and search_terms.stems <> split.stems;

  -- Known stems also belong to other words: locked in one order.
  update search_terms
  set stems = parts.stems
  from (
    select own.id, array_remove(word.stems, own.id) as stems
    from search_terms as word
    join search_terms as own on own.kind = 'stem' and own.text = search_stem(word.text)
    where word.id = any(ids) and cardinality(word.stems) > 2 and own.stems <> array_remove(word.stems, own.id)
    order by own.id, word.text
    for update of own
  ) as parts
  where search_terms.id = parts.id;
end
$$;

-- Adds unknown terms to the vocabulary, in one order, so that two concurrent calls wait for each other and never deadlock.
create function search_learn(kinds text[], texts text[]) returns integer[]
language plpgsql as $$
declare
  fresh integer[];
begin
  with added as (
    insert into search_terms (kind, text, frequency)
    select distinct kind, text, 1
    from unnest(kinds, texts) as given (kind, text)
    where not exists (select from search_terms as known where (known.kind, known.text) = (given.kind, given.text))
    order by 1, 2
    on conflict do nothing
    returning id, kind
  )
  select array_agg(id) into fresh
  from added
  where kind = 'word';
  if fresh is not null then
    perform search_split(fresh);
  end if;
  return fresh;
end
$$;

-- Stars weighted by the number of reviews (three prior reviews of 3.5 are added), the operator's check, and how complete the profile is.
-- Never the plan.
create function search_quality(company companies, rating numeric, reviews integer) returns integer
language sql immutable
return round(100 * (coalesce(rating, 0) * reviews + 3.5 * 3) / (reviews + 3))::integer
  + case when company.verified then 500 else 0 end
  + case when length(company.description) >= 150 then 10 else 0 end
  + case when company.services_offered <> '{}' then 10 else 0 end
  + case when company.logo_url is not null or company.gallery_images <> '{}' then 10 else 0 end
  + case when company.hourly_rate_cents is not null then 5 else 0 end
  + case when company.website is not null then 5 else 0 end;

create function search_sample(quality integer, sort_name text) returns integer
language sql stable
begin atomic
  select coalesce(min(place) - 1, 8)::integer
  from search_counts, unnest(sample_qualities, sample_names) with ordinality as border (least_quality, last_name, place)
  where (-quality, sort_name collate "C") <= (-least_quality, last_name collate "C");
end;

-- Writes these companies' rows again, or deletes them when the companies are not listed. The planner does not know how short the list is
-- and would read all companies and the whole vocabulary, so scans are disabled and it must use indexes.
create function search_index(ids uuid[]) returns void
language plpgsql
set enable_seqscan = off
set enable_mergejoin = off
set max_parallel_workers_per_gather = 0
as $$
declare
  owners uuid[];
  kinds text[];
  texts text[];
  offered boolean[];
  fresh integer[];
  located uuid[];
  points point[];
begin
  -- Serialises with other changes of these companies: otherwise the values that this statement read before such a change would overwrite
  -- it.
  perform from companies where id = any(ids) order by id for share;

  delete from search_companies
  where company_id = any(ids) and company_id not in (select id from companies where id = any(ids) and is_listed);

  -- Many share a place, when many are written at once.
  select array_agg(id), array_agg(point) into located, points
  from (
    select ids_there, place_point(postcode, town, location) as point
    from (
      select postcode, town, location, array_agg(id) as ids_there
      from companies
      where id = any(ids) and is_listed
      group by postcode, town, location
    ) as grouped
  ) as places, unnest(ids_there) as id;

  select array_agg(id), array_agg(kind), array_agg(text), array_agg(is_offer) into owners, kinds, texts, offered
  from (
    select companies.id, term.kind, term.text, bool_or(term.is_offer) as is_offer
    from unnest(located, points) as place (company_id, point)
    join companies on companies.id = place.company_id,
      lateral (
        select 'word' as kind, word as text, true as is_offer
        from search_words(company_name || ' ' || category || ' ' || array_to_string(services_offered, ' ')) as word
        union all
        select 'word', word, false
        from search_words(description) as word
        union all
        select 'town', word, false
        from search_words(location || ' ' || coalesce(town, '')) as word
        where word !~ '^\d+$'
        union all
        select 'postcode', left(word, digits), false
        from search_words(location || ' ' || coalesce(postcode, '')) as word, generate_series(1, 5) as digits
        where word ~ '^\d{5}$'
        union all
        select 'category', category, false
        union all
        select size, search_cell(point, size), false
        from unnest(array['cell', 'area']) as size
        where point is not null
        union all
        select offer.kind, offer.id, true
        from search_offers(companies) as offer
      ) as term
    group by companies.id, term.kind, term.text
  ) as terms;
  if owners is null then
    return;
  end if;
  fresh := search_learn(kinds, texts);
  if fresh is not null then
    update search_terms
    set spelled = written.spelled
    from (
      select distinct on (word) word, words.spelled
      from companies, search_spellings(concat_ws(' ', company_name, category, array_to_string(services_offered, ' '), description)) as words
      where id = any(ids)
      order by word, words.spelled
    ) as written
    where id = any(fresh) and text = word;
  end if;

  insert into search_companies
    (company_id, sort_name, category, terms, point, service_radius_km, verified, hourly_rate_cents, rating, reviews, quality, sample)
  select companies.id, fold_text(company_name), category, found.terms, place.point, service_radius_km, verified, hourly_rate_cents,
    rated.rating, rated.reviews, scored.quality, search_sample(scored.quality, fold_text(company_name))
  from (
    select owner, array_agg(distinct term order by term) as terms
    from unnest(owners, kinds, texts, offered) as given (owner, kind, text, is_offer)
    join search_terms as known on known.kind = given.kind and known.text = given.text,
      lateral (
        select known.id as term
        union all
        select -known.id where known.kind in ('service', 'trade')
        union all
        select stem from unnest(known.stems) as stem
        union all
        select -stem from unnest(known.stems) as stem where is_offer
      ) as terms
    group by owner
  ) as found
  join unnest(located, points) as place (company_id, point) on place.company_id = found.owner
  join companies on companies.id = found.owner,
    lateral (
      select round(avg(reviews.rating), 1) as rating, count(*)::integer as reviews
      from reviews
      where reviews.company_id = companies.id and published_at is not null
    ) as rated,
    lateral (select search_quality(companies, rated.rating, rated.reviews) as quality) as scored
  on conflict (company_id) do update
  set sort_name = excluded.sort_name, category = excluded.category, terms = excluded.terms, point = excluded.point,
    service_radius_km = excluded.service_radius_km, verified = excluded.verified,
    hourly_rate_cents = excluded.hourly_rate_cents, rating = excluded.rating, reviews = excluded.reviews, quality = excluded.quality,
    sample = excluded.sample;

  -- A term whose last count was 0 is used again: it gets frequency 1. Locked in one order, too.
  update search_terms
  set frequency = 1
  where id in (
    select id
    from search_terms
    where frequency = 0 and id in (select term from search_companies, unnest(terms) as term where company_id = any(ids))
    order by id
    for update
  );
end
$$;

create function note_search_company() returns trigger
language plpgsql as $$
begin
  perform search_index(array[new.id]);
  return null;
end
$$;

create trigger note_search_company
after insert or update of company_name, category, description, location, postcode, town, service_radius_km, services_offered,
  hourly_rate_cents, verified, website, logo_url, gallery_images, subscription_status, suspended_at, archived_at
on companies for each row execute function note_search_company();

create function note_search_rating() returns trigger
language plpgsql as $$
begin
  -- If two reviews are published at once, the second transaction counts both.
  perform from companies where id in (old.company_id, new.company_id) order by id for no key update;
  update search_companies
  set rating = rated.rating, reviews = rated.reviews, quality = scored.quality,
    sample = search_sample(scored.quality, sort_name)
  from companies,
    lateral (
      select round(avg(reviews.rating), 1) as rating, count(*)::integer as reviews
      from reviews
      where reviews.company_id = companies.id and published_at is not null
    ) as rated,
    lateral (select search_quality(companies, rated.rating, rated.reviews) as quality) as scored
  where companies.id in (old.company_id, new.company_id) and search_companies.company_id = companies.id;
  return null;
end
$$;

create trigger note_search_rating after insert or delete or update of rating, published_at, company_id on reviews
for each row execute function note_search_rating();

-- Counts the companies of each term, marks stems that many companies write as their own word as parts of compounds, and draws the samples
-- again.
create function search_count() returns void
language plpgsql as $$
declare
  qualities integer[];
  names text[];
begin
  -- In one statement: otherwise a company that is written meanwhile could be half visible, and its new words would be lost.
  with counted as materialized (
    select term, count(*)::integer as companies
    from search_companies, unnest(terms) as term
    group by term
  )
  update search_terms
  set frequency = coalesce(everywhere.companies, 0), offers = coalesce(offered.companies, 0)
  from search_terms as known
  left join counted as everywhere on everywhere.term = known.id
  left join counted as offered on offered.term = -known.id
  where known.id = search_terms.id
    and (search_terms.frequency, search_terms.offers) <> (coalesce(everywhere.companies, 0), coalesce(offered.companies, 0));

  select array_agg(quality order by place), array_agg(sort_name order by place) into qualities, names
  from (
    select quality, sort_name, row_number() over (order by quality desc, sort_name, company_id) as place, count(*) over () as companies
    from search_companies
  ) as ordered
  where place in (select ceil(companies / 2 ^ halvings) from generate_series(1, 8) as halvings);
  update search_counts
  set companies = (select count(*) from search_companies), sample_qualities = coalesce(qualities, '{}'),
    sample_names = coalesce(names, '{}');
  update search_companies
  set sample = search_sample(quality, sort_name)
  where sample <> search_sample(quality, sort_name);

  update search_terms
  set is_part = true
  where kind = 'stem' and not is_part and length(text) >= 4 and offers >= (select greatest(20, companies / 500) from search_counts);
end
$$;

-- Pages per category and town (/reinigung/hamburg): they exist where listed companies are.

-- Every town that has or had a company, with the point that decides its neighbours. It only grows; the current companies are read from
-- companies.
create table search_towns (
  slug text collate "C" primary key,
  town text not null,
  point point
);

-- A town in its usual spelling, however its first company wrote it ('HAMBURG!'): it is shown on the pages of the town.
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

-- How a typed word is interpreted: the terms of the vocabulary that answer it.

-- Whether a stem says only that somebody does something: 'Umzugsfirma', 'Reinigungsdienst'.
create function search_is_general(stem text) returns boolean
language sql immutable strict parallel safe
return stem in (
  'firma', 'unternehm', 'betrieb', 'servic', 'dienst', 'arbeit', 'meist', 'fachmann', 'profi', 'kraft', 'anbiet'
);

-- The ids of terms of this kind that contain the letters, the most frequent first: all of them, or as many as certainly answer for `enough`
-- companies. In a few letters 'ue' is more often no umlaut than one ('genauen' does not contain 'aun').
create function search_inside(typed text, wanted text, enough integer) returns integer[]
language sql stable strict
begin atomic
  select coalesce(array_agg(id), '{}')
  from (
    select id, sum(frequency) over (order by frequency desc, id) - frequency as before
    from search_terms
    where kind = wanted and kind in ('word', 'town') and enough > 0 and frequency > 0
      and (
        spellings like '%' || typed || '%' and (length(typed) >= 5 or text like '%' || typed || '%')
        or length(typed) >= 5 and spellings like '%' || fold_digraphs(typed) || '%'
      )
  ) as found
  where before < enough;
end;

-- Whether the two differ by one typing error, in long words by two; two swapped letters are one error.
create function search_is_slip(typed text, word text) returns boolean
language sql immutable strict parallel safe
return case
  when abs(length(typed) - length(word)) > 2 then false
  when levenshtein_less_equal(typed, word, 2) <= case when length(typed) >= 8 then 2 else 1 end then true
  else length(typed) = length(word) and exists (
    select from generate_series(1, length(typed) - 1) as place
    where overlay(typed placing reverse(substr(typed, place, 2)) from place for 2) = word
  )
end;

-- Whether a listed company has this term. A frequency may be outdated: a rare term is looked up, so that the words of a deleted company are
-- never shown.
create function search_is_written(term integer, frequency integer) returns boolean
language sql stable strict
return frequency > 20 or exists (select from search_companies where terms @> array[term]);

-- The known word that was probably meant. A typing error leaves the beginning or the end of a word intact, so only words that share one are
-- compared.
create function search_nearest(typed text, wanted text) returns text
language sql stable strict
begin atomic
  select text
  from search_terms
  where kind = wanted and (frequency > 0 or is_known) and length(typed) >= 4 and length(text) between length(typed) - 2 and length(typed) + 2
    and (
      text like left(typed, (length(typed) - 1) / 2) || '%'
      or reverse(text) like left(reverse(typed), (length(typed) - 1) / 2) || '%'
    )
    and search_is_slip(typed, text)
    and (is_known or search_is_written(id, frequency))
  order by levenshtein(typed, text), frequency desc, text
  limit 1;
end;

-- The stems of a compound's parts, if companies have each of them and none writes the compound; nothing for other words. For an
-- 'Umzugsfirma' only 'Umzug' is searched.
create function search_part_ids(typed text) returns integer[]
language sql stable strict
begin atomic
  with
    parts as (
      select search_stem(part) as stem from unnest(search_parts(typed)) as part
    ),
    telling as (
      select distinct stem, id
      from parts
      left join search_terms on kind = 'stem' and text = stem and frequency > 0
      where not search_is_general(stem)
    )
  select case when (select count(*) from parts) >= 2 and bool_and(id is not null) then array_agg(id) else '{}' end
  from telling;
end;

-- The same for a stem that companies write: the vocabulary knows its parts already.
create function search_known_part_ids(stem text) returns integer[]
language sql stable strict
begin atomic
  select coalesce(array_agg(part.id) filter (where not search_is_general(part.text)), '{}')
  from search_terms as whole, unnest(whole.stems) as stem_of_part
  join search_terms as part on part.id = stem_of_part
  where whole.kind = 'stem' and whole.text = stem and cardinality(whole.stems) >= 2;
end;

create type search_meaning as (
  -- Stems that say it, and towns of that name; how many companies have a stem, or else a town, and how many in their offer.
  near integer[],
  towns integer[],
  frequency integer,
  offers integer,
  -- The word as it was typed, when companies have other forms of it besides; and how many have this one.
  exact integer[],
  exact_frequency integer,
  -- The stems of its parts, when it is a compound; companies with all of them may be meant.
  parts integer[],
  -- Further words that contain it.
  inside integer[],
  inside_frequency integer,
  -- The replacement for a typed word that is unknown.
  corrected text
);

create function search_meaning(typed text, enough integer) returns search_meaning
language plpgsql stable strict as $$
declare
  meant search_meaning;
  stem_of_typed text := search_stem(typed);
  inside integer[] := search_inside(typed, 'word', enough);
  -- 'Rechn' is the beginning of 'Rechnung' and no 'Computer', although its stem is that of 'Rechner'.
  is_word boolean := inside = '{}' or exists (
    select from search_terms
    where kind = 'word' and text in (typed, search_plain(typed)) and (frequency > 0 or is_known)
  );
  said text[] := array(
    select stem_of_typed
    union
    select synonym.meant from search_synonyms as synonym where stem = stem_of_typed and is_word
  );
begin
  select coalesce(array_agg(id) filter (where kind = 'stem'), '{}'), coalesce(array_agg(id) filter (where kind = 'town'), '{}'),
    coalesce(sum(frequency) filter (where kind = 'stem'), 0), coalesce(sum(offers), 0)
  into meant.near, meant.towns, meant.frequency, meant.offers
  from search_terms
  where (kind = 'stem' and text = any(said) or kind = 'town' and text in (typed, search_plain(typed))) and frequency > 0;

  select coalesce(array_agg(id), '{}'), coalesce(sum(frequency), 0) into meant.exact, meant.exact_frequency
  from search_terms
  where kind = 'word' and text in (typed, search_plain(typed)) and frequency > 0;
  if meant.exact_frequency >= meant.frequency then
    meant.exact := '{}';
  end if;

  select coalesce(array_agg(id order by frequency desc, id), '{}'), coalesce(sum(frequency), 0)
  into meant.inside, meant.inside_frequency
  from search_terms
  where id = any(inside) and not stems && meant.near;

  -- If companies write 'Essen' as a word, only they count, not the many companies in the town.
  if meant.near = '{}' and meant.inside = '{}' then
    meant.frequency := (select coalesce(sum(frequency), 0) from search_terms where id = any(meant.towns));
  end if;

  if meant.near <> '{}' or meant.towns <> '{}' then
    -- A town's name may be a word without a stem ('Am').
    meant.parts := coalesce(search_known_part_ids(stem_of_typed), '{}');
    return meant;
  end if;

  -- A known word is right, even while no company writes it.
  if meant.inside = '{}' and cardinality(said) < 2
    and not exists (select from search_terms where kind = 'word' and text in (typed, search_plain(typed)) and (frequency > 0 or is_known))
  then
    meant.corrected := coalesce(search_nearest(typed, 'word'), search_nearest(search_plain(typed), 'word'));
  end if;
  meant.parts := search_part_ids(typed);
  -- An unknown compound is kept as it is, unless it is a misspelling of a known one: 'Dachfester'.
  if meant.corrected is not null and (
    meant.parts = '{}' or left(meant.corrected, 1) = left(typed, 1) and levenshtein(typed, meant.corrected) = 1
  ) then
    return search_corrected(meant.corrected, enough);
  end if;
  meant.corrected := null;
  return meant;
end
$$;

create function search_corrected(word text, enough integer) returns search_meaning
language plpgsql stable strict as $$
declare
  meant search_meaning := search_meaning(word, enough);
begin
  meant.corrected := (select coalesce(spelled, text) from search_terms where kind = 'word' and text = word);
  return meant;
end
$$;

-- The same for a word of a place that is not on the map: the beginning of a postcode, or a town that companies write.
create function search_place(typed text) returns search_meaning
language plpgsql stable strict as $$
declare
  meant search_meaning;
  towns text[] := array[typed, search_plain(typed)] || array(select synonym.meant from search_synonyms as synonym where stem = typed);
begin
  meant.near := array(
    select id from search_terms where kind = 'postcode' and text = typed or kind = 'town' and text = any(towns) order by id
  );
  select coalesce(sum(frequency), 0) into meant.frequency from search_terms where id = any(meant.near);
  meant.offers := meant.frequency;
  meant.towns := '{}';
  meant.exact := '{}';
  meant.exact_frequency := 0;
  meant.parts := '{}';
  meant.inside := '{}';
  meant.inside_frequency := 0;
  return meant;
end
$$;
