-- Everything the search is made of is there by now: the row of every company that was there before. A thousand at a time, because the terms
-- of a million would not fit into one array; in one transaction, so that a process that dies half-way begins anew. About a minute for
-- 100,000, in which nobody writes companies.
do $$
declare
  batch uuid[];
begin
  for batch in
    select array_agg(id)
    from (select id, (row_number() over (order by id) - 1) / 1000 as number from companies) as numbered
    group by number
    order by number
  loop
    perform search_index(batch);
  end loop;
end
$$;
select search_count();

create index search_companies_terms on search_companies using gin (terms) with (fastupdate = off);
create index search_companies_sample_0 on search_companies using gin (terms) with (fastupdate = off) where sample <= 0;
create index search_companies_sample_1 on search_companies using gin (terms) with (fastupdate = off) where sample <= 1;
create index search_companies_sample_2 on search_companies using gin (terms) with (fastupdate = off) where sample <= 2;
create index search_companies_sample_3 on search_companies using gin (terms) with (fastupdate = off) where sample <= 3;
create index search_companies_sample_4 on search_companies using gin (terms) with (fastupdate = off) where sample <= 4;
create index search_companies_sample_5 on search_companies using gin (terms) with (fastupdate = off) where sample <= 5;
create index search_companies_sample_6 on search_companies using gin (terms) with (fastupdate = off) where sample <= 6;
create index search_companies_sample_7 on search_companies using gin (terms) with (fastupdate = off) where sample <= 7;
-- Everybody, or everybody of a category, in the order they are shown in.
create index search_companies_quality on search_companies (quality desc, sort_name, company_id);
create index search_companies_category on search_companies (category, quality desc, sort_name, company_id);
create index search_companies_name on search_companies (sort_name);
analyze search_companies, search_terms;
