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
-- $2 "Zwirbelwerk"
-- $3 ["Zwirbelwerk"]
-- $4 25
-- $5 ["aber","ab","abends","akut","alle","allein","allem","allen","aller","alles","als","also","am","an",…
-- $6 10
-- $7 []
-- $8 ["unknown"]
