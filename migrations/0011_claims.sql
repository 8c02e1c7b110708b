-- The code that ties a company the operator created to the account of whoever runs it (docs/spec.md#claim-code).
create table claim_codes (
  -- A new one takes the place of the old.
  company_id uuid primary key references companies,
  hmac text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index companies_unclaimed on companies (lower(email)) where user_id is null and archived_at is null;
