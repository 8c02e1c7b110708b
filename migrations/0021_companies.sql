-- Companies in the operator's hands: entered by it, suspended, taken off the marketplace with their accounting records kept.

-- What the operator's search compares: name, place and contact person, in both spellings, of companies in every state.
alter table companies
  add column operator_text text not null generated always as (
    fold_text(company_name || e'\n' || location || e'\n' || contact_person)
      || e'\n'
      || fold_digraphs(company_name || e'\n' || location || e'\n' || contact_person)
  ) stored,
  -- When nothing was open any more and the last personal data of an archived company were overwritten.
  add column anonymised_at timestamptz,
  add constraint companies_anonymised_when_archived check (anonymised_at is null or archived_at is not null);
create index companies_operator_text on companies using gin (operator_text gin_trgm_ops);
create index companies_newest on companies (created_at desc, id desc);
create index companies_closing on companies (archived_at) where archived_at is not null and anonymised_at is null;

-- The operator enters a company once: name and address together, as long as nobody took it over and it was not archived.
create unique index companies_granted_once on companies (name_key, lower(email))
where subscription_kind = 'granted' and user_id is null and archived_at is null;

-- The mail that carries the code: its occasion is made from this id, so each new code has a mail of its own.
alter table claim_codes add column mail_id uuid not null default gen_random_uuid();

-- Who an archived company was, for the legal term of the accounting records that name it; then it is deleted.
create table company_archives (
  company_id uuid primary key references companies on delete cascade,
  company_name text not null,
  legal_form text,
  contact_person text not null,
  street text,
  location text not null,
  email text not null,
  archived_at timestamptz not null,
  kept_until date not null
);

-- When the operator last entered a mailed code: what shows bank details in clear asks for a fresh one.
alter table admin_sessions add column confirmed_at timestamptz;
