-- A company belongs to its own trades only: that of most of its services, and any that at least a third of them belong to. Whoever does one
-- thing of another trade besides is found by that service, not as one of that trade. The same of what a company without services says in its
-- own words; a trade that its name says is its own.
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
    with said as (
      select distinct phrase, is_name, service_id, trade_id
      from (
        select service, false
        from unnest(company.services_offered) as service
        union all
        select word, true
        from search_words(company.company_name) as word
      ) as own_words (phrase, is_name)
      join catalogue_phrases on key = search_phrase_key(phrase)
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
