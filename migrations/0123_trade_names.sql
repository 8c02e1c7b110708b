-- As in 0040, but a trade that people are named after as well ('Schneider Elektrotechnik', `trade_names` of the catalogue) is a company's only
-- where neither its own words nor the rest of its name say a trade.
create or replace function search_offers(company companies) returns table (kind text, id text)
language plpgsql stable as $$
begin
  return query
    with offered as (
      select service.id, service.trade_id
      from services
      join catalogue_services as service on service.id = services.catalogue_id
      where services.company_id = company.id and services.hidden_at is null
    ), counted as (
      select trade_id, count(*) as services, sum(count(*)) over () as every, max(count(*)) over () as most
      from offered
      group by trade_id
    )
    select distinct 'service', offered.id
    from offered
    union all
    select 'trade', trade_id
    from counted
    where services = most or 3 * services >= every;
  if found then
    return;
  end if;
  return query
    with surnames as (
      select search_words(name) as word
      from catalogue_language, jsonb_array_elements_text(words -> 'trade_names') as name
    ), every_word as (
      select distinct phrase, is_name, service_id, trade_id, phrase in (select word from surnames) as is_surname
      from (
        select service, false
        from unnest(company.services_offered) as service
        union all
        select word, true
        from search_words(company.company_name) as word
      ) as own_words (phrase, is_name)
      join catalogue_phrases on key = search_phrase_key(phrase)
    ), said as (
      select *
      from every_word
      where not is_surname or (select bool_and(is_surname) from every_word)
    ), counted as (
      select trade_id, bool_or(is_name) as is_named, count(distinct phrase) as phrases, sum(count(distinct phrase)) over () as every,
        max(count(distinct phrase)) over () as most
      from said
      group by trade_id
    )
    select distinct 'service', service_id
    from said
    where service_id is not null
    union all
    select 'trade', trade_id
    from counted
    where is_named or phrases = most or 3 * phrases >= every;
  if not found then
    return query values ('trade', 'unknown');
  end if;
end
$$;
