with checked as materialized (
  select false as is_written
), place as materialized (
  select null as word, (null::place_meaning).*
  where false
), asked as materialized (
  select place.*, case when place.label is null then $1 else coalesce(place.beginning, '') end as written,
    case when is_written then $2 else array_to_string(array_remove($3::text[], place.word), ' ') end as words
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
        from search_cells(place.point, $4::integer)
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
      order by word = any($5::text[]), strpos(fold_text(place.words), word)
      limit $6
    ) as words, search_meaning(word, enough) as meaning
  ) as meanings
) as words, '[]'::json as chosen, (
  select coalesce(json_agg(entries), '[]')
  from (
    select kind, text, id, offers, search_is_written(id, frequency) as is_offered
    from search_terms
    where kind = 'service'
    and text = any($7::text[])
    or kind = 'trade'
    and text = any($8::text[])
  ) as entries
) as entries, (
  select companies
  from search_counts
) as companies
from asked as place;
-- $1 ""
-- $2 "Gebäuderenigung"
-- $3 ["gebaudereinigung"]
-- $4 25
-- $5 ["aber","ab","abends","akut","alle","allein","allem","allen","aller","alles","als","also","am","an",…
-- $6 10
-- $7 ["bauendreinigung","buero-reinigen","fahrstuhl-und-tiefgarage-reinigen","halle-und-werkstatt-reinige…
-- $8 ["gebaeudereiniger","unknown"]

with matched as materialized (
  select company_id, sort_name, (
    case when false then case when terms && $1::integer[] then 6 else 6 end when terms && $2::integer[] then 3
      else case when false then 3 when (search_companies.category = any($3) and terms && $4::integer[]) then 2
      when true then 1 else 0 end end
  ) as level, quality as score , category, verified, nullif(hourly_rate_cents, 0) as hourly_rate_cents,
    rating, reviews
  from search_companies
  where (
    (
      terms && $5::integer[]
      or (terms @> $6::integer[] and (terms && $7::integer[] or terms @> $8::integer[]))
      or terms && $9::integer[]
    )
    and (
      search_companies.category || '' = any($10)
      or terms && $11::integer[]
      or (terms @> $12::integer[] and (terms && $13::integer[] or terms @> $14::integer[]))
    )
  )
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
    limit $15 offset $16
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
        'card', card, 'points', array[ case when terms && $17::integer[] then 3 when (search_companies.category = any($18) and terms && $19::integer[]) then 2
          when (false or (terms @> $20::integer[] and (terms && $21::integer[] or terms @> $22::integer[]))) then 1
          else 0 end]::integer[], 'offer', json_build_object('offered', offered, 'service', null, 'trade', case when terms && $23::integer[] then $24 end)
      )
    )::text, '[]'
  )
  from search_cards((select ids from page), $25::text[]) as search_companies
) as cards, (
  select coalesce(json_agg(calendar)::text, '[]')
  from company_calendars((select ids from page), $26, $27, $28, '', null) as calendar
) as calendars, 0 as on_request
from counted;
-- $1 1 terms
-- $2 1 terms
-- $3 ["Reinigung"]
-- $4 1 terms
-- $5 1 terms
-- $6 1 terms
-- $7 1 terms
-- $8 2 terms
-- $9 1 terms
-- $10 ["Reinigung"]
-- $11 1 terms
-- $12 1 terms
-- $13 1 terms
-- $14 2 terms
-- $15 24
-- $16 0
-- $17 1 terms
-- $18 ["Reinigung"]
-- $19 1 terms
-- $20 1 terms
-- $21 1 terms
-- $22 2 terms
-- $23 1 terms
-- $24 "gebaeudereiniger"
-- $25 []
-- $26 "2026-06-12T22:00:00.000Z"
-- $27 "2026-07-14T22:00:00.000Z"
-- $28 "2026-06-15T08:00:00.000Z"
