with checked as materialized (
  select false as is_written
), place as materialized (
  select null as word, place.*
  from place_meant($1, $2, $3, $4, $5, $6) as place
  where place.label is not null
), asked as materialized (
  select place.*, case when place.label is null then $7 else coalesce(place.beginning, '') end as written,
    case when is_written then $8 else array_to_string(array_remove($9::text[], place.word), ' ') end as words
  from checked
  left join place on true
)
select (
  select is_written
  from checked
) as is_written, json_build_object(
  'word', place.word, 'place', case when place.label is not null then json_build_object(
    'label', place.label, 'point', case when place.point is not null then json_build_object('latitude', place.point[1], 'longitude', place.point[0]) end,
      'postcodePrefix', place.beginning, 'others', place.others, 'isCorrected', place.is_corrected
  ) end, 'town', (
    select case when bool_and(id is not null) then json_agg(id) else '[]' end
    from search_words(case when place.point is not null then regexp_replace(place.label, '\(.*\)|\d', '', 'g') end) as word
    left join search_terms on kind = 'town'
    and text = word
  ), 'meanings', (
    select coalesce(json_agg(meanings), '[]')
    from (
      select word, true as is_filter, true as is_place, meaning.*
      from search_words(place.written) as word, search_place(word) as meaning
      union all
      select '', true, true, meaning.*
      from (
        select array_agg(kind) as kinds, array_agg(cell) as cells
        from search_cells(place.point, $10::integer)
      ) as circle, search_filter(kinds, cells) as meaning
      where cells is not null
    ) as meanings
  )
) as placed, (
  select coalesce(json_agg(meanings), '[]')
  from (
    select word, false as is_filter, false as is_place, meaning.*
    from (
      select word, case when length(word) > 2
      or count(*) over () = 1 then 4000 else 0 end as enough
      from search_words(place.words) as word
      order by word = any($11::text[]), strpos(fold_text(place.words), word)
      limit $12
    ) as words, search_meaning(word, enough) as meaning
  ) as meanings
) as words, '[]'::json as chosen, (
  select coalesce(json_agg(entries), '[]')
  from (
    select kind, text, id, offers, search_is_written(id, frequency) as is_offered
    from search_terms
    where kind = 'service'
    and text = any($13::text[])
    or kind = 'trade'
    and text = any($14::text[])
  ) as entries
) as entries, (
  select companies
  from search_counts
) as companies
from asked as place;
-- $1 "20095"
-- $2 " Hamburg"
-- $3 "20095 hamburg"
-- $4 "20095"
-- $5 "HH"
-- $6 false
-- $7 "20095 Hamburg"
-- $8 "Reinigung"
-- $9 ["Reinigung"]
-- $10 50
-- $11 ["aber","ab","abends","akut","alle","allein","allem","allen","aller","alles","als","also","am","an",…
-- $12 10
-- $13 []
-- $14 ["unknown"]

with matched as materialized (
  select company_id, sort_name, (case when terms && $1::integer[] then 3 when terms && $2::integer[] then 2 when true then 1 else 0 end) as level,
    quality + -2 * coalesce(distance, 400) as score , category, verified, nullif(hourly_rate_cents, 0) as hourly_rate_cents,
    rating, reviews , distance
  from (
    select *, search_distance_km(point, point(9.99302, 53.55073)) as distance
    from search_companies
    where (terms && $3::integer[] and terms && $4::integer[]) offset 0
  ) as search_companies
  where (distance <= 50 and (coalesce(distance <= service_radius_km, true) or terms @> $5::integer[]))
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
    order by distance nulls last, level desc, score desc, sort_name, company_id
    limit $6 offset $7
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
  select coalesce(
    json_agg(
      json_build_object(
        'card', card, 'points', array[ case when terms && $8::integer[] then 3 when terms && $9::integer[] then 2
          when false then 1 else 0 end, 0]::integer[], 'offer', null
      )
    )::text, '[]'
  )
  from search_cards((select ids from page), $10::text[]) as search_companies
) as cards, (
  select coalesce(json_agg(calendar)::text, '[]')
  from company_calendars((select ids from page), $11, $12, $13, '', null) as calendar
) as calendars, 0 as on_request
from counted;
-- $1 1 terms
-- $2 1 terms
-- $3 1 terms
-- $4 1 terms
-- $5 1 terms
-- $6 24
-- $7 0
-- $8 1 terms
-- $9 1 terms
-- $10 []
-- $11 "2026-06-12T22:00:00.000Z"
-- $12 "2026-07-14T22:00:00.000Z"
-- $13 "2026-06-15T08:00:00.000Z"
