-- The secret address under which a company's own calendar program reads its appointments; a new one ends the old one.
create table calendar_links (
  company_id uuid primary key references calendars on delete cascade,
  -- SHA-256 of the secret, as of every other one.
  secret_hash text not null unique,
  -- Everything about the job, or only that the time is taken.
  shows text not null check (shows in ('details', 'busy')),
  created_at timestamptz not null
);
