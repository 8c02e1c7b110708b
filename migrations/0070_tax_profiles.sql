-- How a company is taxed, since which day. A document states what held on the day of its supply, so rows of the past stay.

create table tax_profiles (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  valid_from date not null,
  -- Regular taxation, small business (§ 19 UStG), or exempt supplies (§ 4 UStG).
  status text not null check (status in ('regular', 'small', 'exempt')),
  -- The tax number, sealed (docs/spec.md#at-rest).
  sealed text,
  vat_id text,
  vat_checked_at timestamptz,
  -- Why its supplies are exempt, as its documents say it.
  exemption_text text check (char_length(exemption_text) between 1 and 200),
  unique (company_id, valid_from),
  check ((status = 'exempt') = (exemption_text is not null))
);

-- The profile takes the place of the mark that a company is a small business.
insert into tax_profiles (company_id, valid_from, status)
select id, (created_at at time zone 'Europe/Berlin')::date, 'small'
from companies
where is_small_business;
alter table companies drop column is_small_business;

-- How a company is taxed on a day: null as long as it did not say so.
create function tax_status_on(company companies, day date) returns text
language sql stable parallel safe
as $$
  select status
  from tax_profiles
  where company_id = company.id and valid_from <= day
  order by valid_from desc
  limit 1
$$;

-- Documents name their issuer by a short code that stays, whatever the company is called: 30 signs that cannot be mistaken for each other,
-- five of them, each code once (7919 has no divisor in common with 30⁵).
create sequence seller_numbers;
create function next_seller_code() returns text
language sql volatile
as $$
  select string_agg(substr('23456789ABCDEFGHJKMNPQRSTVWXYZ', (number.value / (30 ^ place)::bigint % 30)::integer + 1, 1), '' order by place desc)
  from (select nextval('seller_numbers') * 7919 % 24300000 as value) as number
  cross join generate_series(0, 4) as place
$$;
alter table companies add column seller_code text not null default next_seller_code() unique;
