-- What a company says about itself beyond its imprint, for invoices, the law on traders and the tax office's report; what was asked and when.

create table business_details (
  company_id uuid primary key references companies on delete cascade,
  status text not null default 'incomplete' check (status in ('incomplete', 'submitted', 'checked', 'expired', 'refused')),
  kind text check (kind in ('person', 'entity')),
  -- Name, birth, tax id and home of a person, sealed together (docs/spec.md#at-rest).
  sealed text,
  legal_email text,
  legal_phone text,
  -- 'None' is an answer, too.
  has_no_vat_id boolean not null default false,
  -- It declares to offer only what the law allows (Art. 30 DSA).
  trader_declared_at timestamptz,
  submitted_at timestamptz,
  decided_at timestamptz,
  reason text check (char_length(reason) <= 2000),
  -- A check counts for 36 months.
  valid_until date,
  -- Since when it is asked for what is missing, and what followed (docs/spec.md#business-details).
  asked_at timestamptz,
  reminded_at timestamptz,
  reminded_again_at timestamptz,
  bookings_stopped_at timestamptz,
  payouts_withheld_at timestamptz,
  check (status <> 'refused' or reason is not null),
  check (status not in ('submitted', 'checked') or (bookings_stopped_at is null and payouts_withheld_at is null))
);
create index business_details_missing on business_details (asked_at) where status in ('incomplete', 'expired', 'refused');
create index business_details_submitted on business_details (submitted_at desc, company_id desc) where submitted_at is not null;
create index business_details_valid on business_details (valid_until) where status = 'checked';

insert into state_edges (graph, from_state, to_state)
values
  ('businessDetails', 'incomplete', 'submitted'),
  ('businessDetails', 'submitted', 'checked'),
  ('businessDetails', 'submitted', 'refused'),
  ('businessDetails', 'checked', 'submitted'),
  ('businessDetails', 'checked', 'expired'),
  ('businessDetails', 'expired', 'submitted'),
  ('businessDetails', 'refused', 'submitted');
create trigger guard_business_details_states before update on business_details
for each row execute function guard_state('businessDetails');

-- Copies of ids and registers, there until the decision only: rows are deleted with it, files by a job.
create table business_files (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('idCopy', 'register', 'tradeLicence')),
  name text not null check (char_length(name) between 1 and 120),
  content_type text not null,
  bytes integer not null check (bytes > 0),
  storage_key text not null unique,
  uploaded_at timestamptz not null
);
create index business_files_company on business_files (company_id);

-- Pages show what prices include.
create trigger note_shown after insert or delete or update on tax_profiles execute function note_shown();
