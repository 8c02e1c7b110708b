with matched as materialized (
  select company_id, sort_name, 0 as level, quality as score , category, verified,
    nullif(hourly_rate_cents, 0) as hourly_rate_cents, rating, reviews
  from (
    select *
    from search_companies
    where search_companies.category = $1
    order by quality desc, sort_name, company_id
    limit 1001
  ) as search_companies
  where true
), counted as materialized (
  select count(*) as total
  from (
    select
    from matched
    limit 1001
  ) as shown
), page as materialized (
  select array(
    select company_id
    from matched
    order by level desc, score desc, sort_name, company_id
    limit $2 offset $3
  ) as ids
)
select total, case when total <= 1000 then (
  select json_build_object(
    'categories', (
      select coalesce(json_object_agg(category, counted), '{}')
      from (
        select category, count(*) as counted
        from matched
        group by category
      ) as categories
    ), 'ratings', json_build_object(
      '3', count(*) filter (where rating >= 3), '4', count(*) filter (where rating >= 4),
        '4.5', count(*) filter (where rating >= 4.5)
    ), 'rates', json_build_object(
      '3000', count(*) filter (where hourly_rate_cents <= 3000), '5000', count(*) filter (where hourly_rate_cents <= 5000),
        '8000', count(*) filter (where hourly_rate_cents <= 8000)
    ), 'verified', count(*) filter (where verified)
  )
  from matched
) end as facets, (
  select coalesce(json_agg(json_build_object('card', card, 'points', array[]::integer[], 'offer', null))::text, '[]')
  from search_cards((select ids from page), $4::text[]) as search_companies
) as cards, (
  select coalesce(json_agg(calendar)::text, '[]')
  from company_calendars((select ids from page), $5, $6, $7, '', null) as calendar
) as calendars, 0 as on_request
from counted;
-- $1 "Garten"
-- $2 24
-- $3 0
-- $4 []
-- $5 "2026-06-12T22:00:00.000Z"
-- $6 "2026-07-14T22:00:00.000Z"
-- $7 "2026-06-15T08:00:00.000Z"
