-- A company asks for the sign 'Verifiziert': what it shows as evidence, and how the operator decided.

create table verification_requests (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  -- A draft has files but was not sent yet.
  status text not null default 'draft' check (status in ('draft', 'open', 'granted', 'refused')),
  started_at timestamptz not null,
  asked_at timestamptz,
  decided_at timestamptz,
  -- What the company reads about the decision.
  reason text check (char_length(reason) <= 2000),
  check ((status = 'draft') = (asked_at is null)),
  check ((status in ('granted', 'refused')) = (decided_at is not null)),
  check (status <> 'refused' or reason is not null)
);
create unique index verification_requests_current on verification_requests (company_id) where status in ('draft', 'open');
create index verification_requests_newest on verification_requests (asked_at desc, id desc) where status <> 'draft';
create index verification_requests_company on verification_requests (company_id, started_at desc);

-- Evidence is there until the decision only: its rows are deleted with it, its files by a job.
create table verification_files (
  id uuid primary key,
  request_id uuid not null references verification_requests on delete cascade,
  kind text not null check (kind in ('tradeLicence', 'craftRoll', 'insurance')),
  name text not null check (char_length(name) between 1 and 120),
  content_type text not null,
  bytes integer not null check (bytes > 0),
  storage_key text not null unique,
  uploaded_at timestamptz not null
);
create index verification_files_request on verification_files (request_id);
