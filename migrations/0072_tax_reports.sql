-- The yearly report of companies' income to the tax office (PStTG): what was written, never what was sent by itself.

create table tax_reports (
  id uuid primary key default uuidv7(),
  year integer not null check (year between 2023 and 2200),
  run integer not null check (run > 0),
  -- New data, corrections, or nothing to report.
  indic text not null check (indic in ('DPI401', 'DPI402', 'DPI403')),
  message_ref_id text not null unique,
  operator_doc_ref_id text not null,
  -- The whole file, sealed: it holds names, births, tax ids and accounts.
  sealed text not null,
  sha256 text not null,
  sellers integer not null check (sellers >= 0),
  written_at timestamptz not null,
  downloaded_at timestamptz,
  unique (year, run)
);

create table tax_report_lines (
  doc_ref_id text primary key,
  report_id uuid not null references tax_reports,
  company_id uuid not null references companies,
  corrects_ref text unique references tax_report_lines,
  -- Whole euros and counts of the four quarters, as reported.
  quarters jsonb not null,
  -- A keyed hash of all that was reported about the company: another one has to be corrected.
  facts_hash text not null,
  -- The line takes the one it corrects back.
  is_void boolean not null default false
);
create index tax_report_lines_company on tax_report_lines (company_id);
create index tax_report_lines_report on tax_report_lines (report_id);

-- Who was told their figures of a year.
create table tax_notices (
  company_id uuid not null references companies on delete cascade,
  year integer not null,
  told_at timestamptz not null,
  primary key (company_id, year)
);
