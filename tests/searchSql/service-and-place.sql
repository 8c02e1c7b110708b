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
-- $1 ""
-- $2 "Hamburg"
-- $3 "hamburg"
-- $4 null
-- $5 null
-- $6 false
-- $7 "Hamburg"
-- $8 "Umzug"
-- $9 ["umzug"]
-- $10 25
-- $11 ["aber","ab","abends","akut","alle","allein","allem","allen","aller","alles","als","also","am","an",…
-- $12 10
-- $13 ["umzug","fernumzug","firmenumzug","seniorenumzug","umzugshelfer-buchen","umzugskartons-packen","hal…
-- $14 ["umzugsfirma","unknown"]

with matched as materialized (
  select company_id, sort_name, (
    case when terms && $1::integer[] then case when terms && $2::integer[] then 7 else 6 end
      when terms && $3::integer[] then 4 else case when false then 3 when (search_companies.category = any($4) and terms && $5::integer[]) then 2
      when true then 1 else 0 end end
  ) as level, quality + -2 * coalesce(distance, 400) as score , category, verified,
    nullif(hourly_rate_cents, 0) as hourly_rate_cents, rating, reviews , distance
  from (
    select *, search_distance_km(point, point(9.99302, 53.55073)) as distance
    from search_companies
    where (
      (
        (terms && $6::integer[] or (terms @> $7::integer[] and terms && $8::integer[]) or terms && $9::integer[])
        and terms && $10::integer[]
      )
      and (
        search_companies.category || '' = any($11)
        or terms && $12::integer[]
        or (terms @> $13::integer[] and terms && $14::integer[])
      )
    ) offset 0
  ) as search_companies
  where (distance <= 25 and (coalesce(distance <= service_radius_km, true) or terms @> $15::integer[]))
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
    limit $16 offset $17
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
    ), 'rates', '{}'::json, 'verified', count(*) filter (where verified)
  )
  from matched
) end as facets, (
  select coalesce(
    json_agg(
      json_build_object(
        'card', card, 'points', array[ case when terms && $18::integer[] then 3 when (search_companies.category = any($19) and terms && $20::integer[]) then 2
          when (false or (terms @> $21::integer[] and terms && $22::integer[])) then 1
          else 0 end, 0]::integer[], 'offer', json_build_object(
          'offered', offered, 'service', case when terms && $23::integer[] then $24 end, 'trade',
            case when terms && $25::integer[] then $26 end
        )
      )
    )::text, '[]'
  )
  from search_cards((select ids from page), $27::text[]) as search_companies
) as cards, (
  select coalesce(json_agg(calendar)::text, '[]')
  from company_calendars((select ids from page), $28, $29, $30, '', null) as calendar
) as calendars, 0 as on_request
from counted;
-- $1 1 terms
-- $2 1 terms
-- $3 1 terms
-- $4 ["Transport"]
-- $5 1 terms
-- $6 2 terms
-- $7 1 terms
-- $8 1 terms
-- $9 1 terms
-- $10 1 terms
-- $11 ["Transport"]
-- $12 2 terms
-- $13 1 terms
-- $14 1 terms
-- $15 1 terms
-- $16 24
-- $17 0
-- $18 2 terms
-- $19 ["Transport"]
-- $20 1 terms
-- $21 1 terms
-- $22 1 terms
-- $23 1 terms
-- $24 "umzug"
-- $25 1 terms
-- $26 "umzugsfirma"
-- $27 ["umzug"]
-- $28 "2026-06-12T22:00:00.000Z"
-- $29 "2026-07-14T22:00:00.000Z"
-- $30 "2026-06-15T08:00:00.000Z"
