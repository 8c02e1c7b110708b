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
-- $2 "Abfluss reinigen"
-- $3 ["abfluss","reinigen"]
-- $4 25
-- $5 ["aber","ab","abends","akut","alle","allein","allem","allen","aller","alles","als","also","am","an",…
-- $6 10
-- $7 ["abfluss-reinigen","waschbecken-anschliessen","rohr-ohne-graben-sanieren","toilette-verstopft","kan…
-- $8 ["rohrreiniger","unknown"]

with matched as materialized (
  select company_id, sort_name, (
    case when terms && $1::integer[] then case when terms && $2::integer[] then 7 else 6 end
      when terms && $3::integer[] then 4 else case when false then 3 when false then 2
      when true then 1 else 0 end end
  ) as level, quality as score , category, verified, nullif(hourly_rate_cents, 0) as hourly_rate_cents,
    rating, reviews , meant_group, meant_unit, meant_cents
  from search_companies
  left join lateral (
    select price_cents as meant_cents, unit as meant_unit, case when price_cents is null then 3
      when price_kind = 'hourly' then 2 when unit is not null then 1 else 0 end as meant_group
    from services
    where company_id = search_companies.company_id
    and hidden_at is null
    and catalogue_id = any($4::text[])
    order by array_position($5::text[], catalogue_id), position
    limit 1
  ) as meant on true
  where (
    terms && $6::integer[]
    and coalesce(
      (
        select case when price_cents is null then 3 when price_kind = 'hourly' then 2 when unit is not null then 1
          else 0 end = 0
        and price_cents <= 10000
        from services
        where company_id = search_companies.company_id
        and hidden_at is null
        and catalogue_id = any($7::text[])
        order by array_position($8::text[], catalogue_id), position
        limit 1
      ), false
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
    order by meant_group nulls last, meant_unit, meant_cents, hourly_rate_cents nulls last,
      level desc, score desc, sort_name, company_id
    limit $9 offset $10
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
        'card', card, 'points', array[ case when terms && $11::integer[] then 3 when terms && $12::integer[] then 2
          when false then 1 else 0 end]::integer[], 'offer', json_build_object(
          'offered', offered, 'service', case when terms && $13::integer[] then $14 end, 'trade',
            case when terms && $15::integer[] then $16 end
        )
      )
    )::text, '[]'
  )
  from search_cards((select ids from page), $17::text[]) as search_companies
) as cards, (
  select coalesce(json_agg(calendar)::text, '[]')
  from company_calendars((select ids from page), $18, $19, $20, '', null) as calendar
) as calendars, 0 as on_request
from counted;
-- $1 1 terms
-- $2 1 terms
-- $3 1 terms
-- $4 ["abfluss-reinigen"]
-- $5 ["abfluss-reinigen"]
-- $6 2 terms
-- $7 ["abfluss-reinigen"]
-- $8 ["abfluss-reinigen"]
-- $9 24
-- $10 0
-- $11 2 terms
-- $12 2 terms
-- $13 1 terms
-- $14 "abfluss-reinigen"
-- $15 1 terms
-- $16 "rohrreiniger"
-- $17 ["abfluss-reinigen"]
-- $18 "2026-06-12T22:00:00.000Z"
-- $19 "2026-07-14T22:00:00.000Z"
-- $20 "2026-06-15T08:00:00.000Z"
