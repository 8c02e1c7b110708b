-- The search stays true when it is written anew while somebody changes a company, and when two reviews are published at once: each statement of
-- a function sees what was committed before it, so both wait for the company first.

-- Writes these companies' rows anew, or takes them out when they are not listed. The planner, who does not know how long a list is, would
-- read all companies and the whole vocabulary for the sake of one company: it may only look things up.
create or replace function search_index(ids uuid[]) returns void
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
  -- Whoever changes one of them comes before or after: what a statement read before the change would otherwise be written over it.
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

  -- A term that nobody had when it was counted counts again; locked in one order as well.
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

create or replace function note_search_rating() returns trigger
language plpgsql as $$
begin
  -- Of two reviews that are published at once the second counts both.
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

-- What the races may have left behind.
delete from search_companies where company_id not in (select id from companies where is_listed);
select search_index(array(
  select company_id
  from search_companies
  where search_companies.reviews <> (select count(*) from reviews where reviews.company_id = search_companies.company_id and published_at is not null)
));
