-- Which version of which legal text was accepted with a booking, by a company, with an account. The versions' texts lie in the code.
create table legal_acceptances (
  id uuid primary key default uuidv7(),
  document text not null check (
    document in ('imprint', 'privacy', 'customerTerms', 'companyTerms', 'withdrawalPolicy', 'accessibility')
  ),
  version date not null,
  accepted_at timestamptz not null,
  booking_id uuid references bookings on delete cascade,
  company_id uuid references companies on delete cascade,
  user_id uuid references users on delete cascade,
  check (num_nonnulls(booking_id, company_id, user_id) = 1)
);
create unique index legal_acceptances_booking on legal_acceptances (booking_id, document, version) where booking_id is not null;
create unique index legal_acceptances_company on legal_acceptances (company_id, document, version) where company_id is not null;
create unique index legal_acceptances_user on legal_acceptances (user_id, document, version) where user_id is not null;

-- Rows are proof: they come and go with what they belong to, and never change.
create function refuse_acceptance_change() returns trigger
language plpgsql
as $$
begin
  raise exception 'legal acceptances never change';
end
$$;
create trigger legal_acceptances_stay
before update on legal_acceptances
for each row execute function refuse_acceptance_change();

-- A company's imprint beyond firm, legal form and address (§ 5 DDG), as the company enters it.
alter table companies
  add column represented_by text,
  add column register_court text,
  add column register_number text,
  add column vat_id text,
  add column business_id text;
