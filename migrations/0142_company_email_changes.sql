-- New addresses of companies: each counts after its mailed link only, and may be taken back by the former address.
create table company_email_changes (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  email text not null,
  token_hash text not null unique,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  previous_email text,
  undo_token_hash text unique,
  undo_expires_at timestamptz,
  undone_at timestamptz,
  check ((confirmed_at is null) = (previous_email is null)),
  check ((confirmed_at is null) = (undo_token_hash is null)),
  check ((confirmed_at is null) = (undo_expires_at is null)),
  check (undone_at is null or confirmed_at is not null)
);
create unique index company_email_changes_waiting on company_email_changes (company_id) where confirmed_at is null;
create index company_email_changes_confirmed on company_email_changes (company_id, confirmed_at) where confirmed_at is not null;
create index company_email_changes_user on company_email_changes (user_id);
