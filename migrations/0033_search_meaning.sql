-- What somebody means who types a word: the terms of the vocabulary that answer it.

-- Whether a stem says only that somebody does something: 'Umzugsfirma', 'Reinigungsdienst'.
create function search_is_general(stem text) returns boolean
language sql immutable strict parallel safe
return stem in (
  'firma', 'unternehm', 'betrieb', 'servic', 'dienst', 'arbeit', 'meist', 'fachmann', 'profi', 'kraft', 'anbiet'
);

-- The ids of terms of this kind that contain the letters, the most frequent first: all of them, or as many as certainly answer for `enough`
-- companies. In a few letters 'ue' is more often no umlaut than one ('genauen' does not contain 'aun').
create function search_inside(typed text, wanted text, enough integer) returns integer[]
language sql stable strict
begin atomic
  select coalesce(array_agg(id), '{}')
  from (
    select id, sum(frequency) over (order by frequency desc, id) - frequency as before
    from search_terms
    where kind = wanted and kind in ('word', 'town') and enough > 0 and frequency > 0
      and (
        spellings like '%' || typed || '%' and (length(typed) >= 5 or text like '%' || typed || '%')
        or length(typed) >= 5 and spellings like '%' || fold_digraphs(typed) || '%'
      )
  ) as found
  where before < enough;
end;

-- Whether one slip of the fingers lies between them, two in long words; two letters that changed places are one slip.
create function search_is_slip(typed text, word text) returns boolean
language sql immutable strict parallel safe
return case
  when abs(length(typed) - length(word)) > 2 then false
  when levenshtein_less_equal(typed, word, 2) <= case when length(typed) >= 8 then 2 else 1 end then true
  else length(typed) = length(word) and exists (
    select from generate_series(1, length(typed) - 1) as place
    where overlay(typed placing reverse(substr(typed, place, 2)) from place for 2) = word
  )
end;

-- Whether a listed company has this term. A frequency may be of yesterday: what only few had is looked up, so that nobody reads a word of
-- somebody who has gone.
create function search_is_written(term integer, frequency integer) returns boolean
language sql stable strict
return frequency > 20 or exists (select from search_companies where terms @> array[term]);

-- The known word that was probably meant. A slip leaves the word's beginning or its end as it is, so only words are compared that share one.
create function search_nearest(typed text, wanted text) returns text
language sql stable strict
begin atomic
  select text
  from search_terms
  where kind = wanted and (frequency > 0 or is_known) and length(typed) >= 4 and length(text) between length(typed) - 2 and length(typed) + 2
    and (
      text like left(typed, (length(typed) - 1) / 2) || '%'
      or reverse(text) like left(reverse(typed), (length(typed) - 1) / 2) || '%'
    )
    and search_is_slip(typed, text)
    and (is_known or search_is_written(id, frequency))
  order by levenshtein(typed, text), frequency desc, text
  limit 1;
end;

-- The stems of the parts of a compound that nobody writes, when companies have each of them; nothing for what is no compound. An
-- 'Umzugsfirma' is asked for its 'Umzug' alone.
create function search_part_ids(typed text) returns integer[]
language sql stable strict
begin atomic
  with
    parts as (
      select search_stem(part) as stem from unnest(search_parts(typed)) as part
    ),
    telling as (
      select distinct stem, id
      from parts
      left join search_terms on kind = 'stem' and text = stem and frequency > 0
      where not search_is_general(stem)
    )
  select case when (select count(*) from parts) >= 2 and bool_and(id is not null) then array_agg(id) else '{}' end
  from telling;
end;

-- The same for a stem that somebody writes: the vocabulary knows its parts already.
create function search_known_part_ids(stem text) returns integer[]
language sql stable strict
begin atomic
  select coalesce(array_agg(part.id) filter (where not search_is_general(part.text)), '{}')
  from search_terms as whole, unnest(whole.stems) as stem_of_part
  join search_terms as part on part.id = stem_of_part
  where whole.kind = 'stem' and whole.text = stem and cardinality(whole.stems) >= 2;
end;

create type search_meaning as (
  -- Stems that say it, and towns of that name; how many companies have a stem, or else a town, and how many in their offer.
  near integer[],
  towns integer[],
  frequency integer,
  offers integer,
  -- The word as it was typed, when companies have other forms of it besides; and how many have this one.
  exact integer[],
  exact_frequency integer,
  -- The stems of its parts, when it is a compound; who has all of them may be meant.
  parts integer[],
  -- Further words that contain it.
  inside integer[],
  inside_frequency integer,
  trades text[],
  -- What those write who are of its trade, for when nobody writes the word, or nobody of those who are asked for.
  related integer[],
  -- The word that was taken in its place, because nobody knows what was typed.
  corrected text
);

create function search_meaning(typed text, enough integer) returns search_meaning
language plpgsql stable strict as $$
declare
  meant search_meaning;
  stem_of_typed text := search_stem(typed);
  inside integer[] := search_inside(typed, 'word', enough);
  -- 'Rechn' is the beginning of 'Rechnung' and no 'Computer', although its stem is that of 'Rechner'.
  is_word boolean := inside = '{}' or exists (
    select from search_terms
    where kind = 'word' and text in (typed, search_plain(typed)) and (frequency > 0 or is_known)
  );
  said text[] := array(
    select stem_of_typed
    union
    select synonym.meant from search_synonyms as synonym where stem = stem_of_typed and is_word
  );
begin
  select coalesce(array_agg(id) filter (where kind = 'stem'), '{}'), coalesce(array_agg(id) filter (where kind = 'town'), '{}'),
    coalesce(sum(frequency) filter (where kind = 'stem'), 0), coalesce(sum(offers), 0)
  into meant.near, meant.towns, meant.frequency, meant.offers
  from search_terms
  where (kind = 'stem' and text = any(said) or kind = 'town' and text in (typed, search_plain(typed))) and frequency > 0;

  select coalesce(array_agg(id), '{}'), coalesce(sum(frequency), 0) into meant.exact, meant.exact_frequency
  from search_terms
  where kind = 'word' and text in (typed, search_plain(typed)) and frequency > 0;
  if meant.exact_frequency >= meant.frequency then
    meant.exact := '{}';
  end if;

  select coalesce(array_agg(id order by frequency desc, id), '{}'), coalesce(sum(frequency), 0)
  into meant.inside, meant.inside_frequency
  from search_terms
  where id = any(inside) and not stems && meant.near;

  -- Where somebody writes 'Essen', those count who do, not the town's many.
  if meant.near = '{}' and meant.inside = '{}' then
    meant.frequency := (select coalesce(sum(frequency), 0) from search_terms where id = any(meant.towns));
  end if;

  meant.trades := array(select distinct category from search_trades where stem = any(said));
  meant.related := '{}';
  if meant.trades <> '{}' then
    meant.related := array(
      select distinct id
      from search_related
      join search_terms on kind = 'stem' and text = related
      where stem = any(said) and frequency > 0
    );
  end if;
  if meant.near <> '{}' or meant.towns <> '{}' then
    -- A town's name may be a word without a stem ('Am').
    meant.parts := coalesce(search_known_part_ids(stem_of_typed), '{}');
    return meant;
  end if;

  if meant.inside = '{}' and meant.trades = '{}' and cardinality(said) < 2 then
    meant.corrected := coalesce(search_nearest(typed, 'word'), search_nearest(search_plain(typed), 'word'));
  end if;
  meant.parts := search_part_ids(typed);
  -- A compound that nobody writes is what it is, unless it is a slip away from one that somebody writes: 'Dachfester'.
  if meant.corrected is not null and (
    meant.parts = '{}' or left(meant.corrected, 1) = left(typed, 1) and levenshtein(typed, meant.corrected) = 1
  ) then
    return search_corrected(meant.corrected, enough);
  end if;
  meant.corrected := null;
  return meant;
end
$$;

create function search_corrected(word text, enough integer) returns search_meaning
language plpgsql stable strict as $$
declare
  meant search_meaning := search_meaning(word, enough);
begin
  meant.corrected := (select coalesce(spelled, text) from search_terms where kind = 'word' and text = word);
  return meant;
end
$$;

-- The same for a word of a place that is not on the map: the beginning of a postcode, or a town that companies write.
create function search_place(typed text) returns search_meaning
language plpgsql stable strict as $$
declare
  meant search_meaning;
  towns text[] := array[typed, search_plain(typed)] || array(select synonym.meant from search_synonyms as synonym where stem = typed);
begin
  meant.near := array(
    select id from search_terms where kind = 'postcode' and text = typed or kind = 'town' and text = any(towns) order by id
  );
  select coalesce(sum(frequency), 0) into meant.frequency from search_terms where id = any(meant.near);
  meant.offers := meant.frequency;
  meant.towns := '{}';
  meant.exact := '{}';
  meant.exact_frequency := 0;
  meant.parts := '{}';
  meant.inside := '{}';
  meant.inside_frequency := 0;
  meant.trades := '{}';
  meant.related := '{}';
  return meant;
end
$$;

insert into search_synonyms (stem, meant)
values ('ffm', 'frankfurt'), ('muc', 'munchen'), ('hh', 'hamburg'), ('lpz', 'leipzig'), ('dd', 'dresden');
