-- The calendar that a company keeps elsewhere, read by its secret address again and again: what is taken there cannot be booked here.
create table calendar_feeds (
  company_id uuid primary key references calendars on delete cascade,
  -- Whoever knows the address reads the calendar: encrypted with DATA_KEYS, bound to the company.
  sealed_url text not null,
  -- What its owner and the operator see of it.
  host text not null,
  etag text,
  created_at timestamptz not null,
  -- Whoever reads it next moves this moment first, so that two servers do not read at once.
  next_at timestamptz not null,
  read_at timestamptz,
  -- In a row, with the reason of the last one.
  failures integer not null default 0,
  failure text check (failure in ('address', 'unreachable', 'answer', 'size', 'slow', 'unreadable')),
  check ((failures = 0) = (failure is null))
);
create index calendar_feeds_next on calendar_feeds (next_at);

-- Of the last good answer; they may overlap each other and appointments: what was agreed stays.
create table busy_times (
  company_id uuid not null references calendar_feeds on delete cascade,
  during tstzrange not null check (not isempty(during))
);
create index busy_times_company on busy_times (company_id);

create trigger note_calendar_change after insert or delete or update on busy_times
for each row execute function note_calendar_change();
