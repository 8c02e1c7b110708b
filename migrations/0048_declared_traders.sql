-- A company declares that it is a trader when it accepts the terms for companies; nothing says so for who was never asked.
create function declares_trader(company companies) returns boolean
language sql
stable
as $$
  select exists (
    select 1
    from legal_acceptances
    where company_id = company.id
    and document = 'companyTerms'
  )
$$;
