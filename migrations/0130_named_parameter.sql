-- A dump writes the body of a function in standard SQL with the names of its parameters. Where only the columns of the returned table
-- have names, the unnamed parameter became `search_spellings.""`, which no restore and no pg_upgrade accepts.
create or replace function search_spellings(given text) returns table (word text, spelled text)
language sql immutable strict parallel safe
begin atomic
  select left(fold_text(written), 80), min(written)
  from regexp_split_to_table(
    regexp_replace(given collate "de-x-icu", '\m(\w)-(?=\w)', '\1', 'g'), '[^[:alnum:]]+'
  ) as written
  where written <> ''
  group by 1;
end;
