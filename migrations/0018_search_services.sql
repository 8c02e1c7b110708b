-- By which services and trades of the catalogue a company is found.

-- The stems of a phrase's words in any order: 'Reinigung von Fenstern' and 'Fensterreinigung' differ, 'Fenster reinigen' and 'Reinigen der
-- Fenster' do not.
create function search_phrase_key(text) returns text
language sql immutable strict parallel safe
begin atomic
  select string_agg(distinct stem, ' ' order by stem)
  from search_words($1) as word, search_stem(word) as stem
  where stem is not null;
end;

-- Every way to say a service or a trade, written again with the catalogue.
create table catalogue_phrases (
  key text not null,
  service_id text references catalogue_services on delete cascade,
  trade_id text not null references catalogue_trades on delete cascade,
  unique nulls not distinct (key, service_id, trade_id)
);

create function write_catalogue_phrases() returns void
language plpgsql as $$
begin
  delete from catalogue_phrases;
  insert into catalogue_phrases (key, service_id, trade_id)
  select distinct search_phrase_key(phrase), service.id, service.trade_id
  from catalogue_services as service, unnest(service.said || service.name || service.own_name) as phrase
  where service.hidden_at is null and search_phrase_key(phrase) is not null
  union
  select distinct search_phrase_key(phrase), null::text, trade.id
  from catalogue_trades as trade, unnest(trade.forms || trade.name || trade.own_name) as phrase
  where trade.hidden_at is null and search_phrase_key(phrase) is not null;
end
$$;

-- What a company offers, as entries of the catalogue: its visible services; without any, what its own words say as whole phrases, and the
-- trades it is named after. A company that says none of it has the trade 'unknown'.
create function search_offers(company companies) returns table (kind text, id text)
language plpgsql stable as $$
begin
  return query
    select distinct entry.kind, entry.id
    from services
    join catalogue_services as service on service.id = services.catalogue_id,
      lateral (values ('service', service.id), ('trade', service.trade_id)) as entry (kind, id)
    where services.company_id = company.id and services.hidden_at is null;
  if found then
    return;
  end if;
  return query
    select distinct entry.kind, entry.id
    from unnest(company.services_offered || array(select search_words(company.company_name))) as phrase
    join catalogue_phrases as said on said.key = search_phrase_key(phrase),
      lateral (values ('service', said.service_id), ('trade', said.trade_id)) as entry (kind, id)
    where entry.id is not null;
  if not found then
    return query values ('trade', 'unknown');
  end if;
end
$$;

create function note_search_services() returns trigger
language plpgsql as $$
begin
  perform search_index(array(
    select company_id from changed where exists (select from companies where companies.id = company_id) group by company_id
  ));
  return null;
end
$$;

-- Once per statement: a company writes several services at once.
create trigger note_search_services_added after insert on services
referencing new table as changed for each statement execute function note_search_services();
create trigger note_search_services_removed after delete on services
referencing old table as changed for each statement execute function note_search_services();

-- Only what a company is found by counts.
create function note_search_services_changed() returns trigger
language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(distinct changed.company_id) into ids
  from changed
  join unchanged using (id)
  where (changed.catalogue_id, changed.hidden_at) is distinct from (unchanged.catalogue_id, unchanged.hidden_at);
  if ids is not null then
    perform search_index(ids);
  end if;
  return null;
end
$$;

create trigger note_search_services_changed after update on services
referencing old table as unchanged new table as changed for each statement execute function note_search_services_changed();
