-- The waiting list: who is told when a time becomes free, either a visitor who found none, or a customer who would come earlier.

create table waiting_entries (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  -- Null: the company's usual work.
  service_id uuid references services on delete cascade,
  -- Hours of a service by the hour.
  quantity double precision check (quantity between 0.5 and 999),
  -- Where the work is, for the way between two jobs; no more of the address is needed.
  postcode text not null default '' check (postcode ~ '^(\d{5})?$'),
  -- The appointment that would be earlier; its own service, length and place count then.
  booking_id uuid references appointments on delete cascade,
  email text not null,
  first_day date not null,
  last_day date not null,
  status text not null default 'awaiting' check (status in ('awaiting', 'waiting', 'offered', 'taken', 'left', 'ended')),
  -- The place in the line: since the address was confirmed, or since the last offer stayed unanswered.
  queued_at timestamptz not null,
  offers integer not null default 0,
  offered_start timestamptz,
  offered_until timestamptz,
  looked_at timestamptz,
  -- The hash of the mailed secret; none where the booking's own link opens it.
  token_hash text unique,
  created_at timestamptz not null,
  ended_at timestamptz,
  check (first_day <= last_day),
  check (booking_id is null or token_hash is null),
  check ((offered_start is null) = (offered_until is null)),
  check (status not in ('offered', 'taken') or offered_start is not null),
  check ((status in ('taken', 'left', 'ended')) = (ended_at is not null))
);
create index waiting_entries_line on waiting_entries (company_id, queued_at, id) where status = 'waiting';
create index waiting_entries_offered on waiting_entries (offered_until) where status = 'offered';
create index waiting_entries_email on waiting_entries (email);
create index waiting_entries_ended on waiting_entries (ended_at) where ended_at is not null;
create index waiting_entries_service on waiting_entries (service_id);
-- A booking waits once at a time.
create unique index waiting_entries_booking on waiting_entries (booking_id) where status in ('waiting', 'offered');

insert into state_edges (graph, from_state, to_state)
values
  ('waitingEntry', 'awaiting', 'waiting'),
  ('waitingEntry', 'awaiting', 'left'),
  ('waitingEntry', 'waiting', 'offered'),
  ('waitingEntry', 'waiting', 'left'),
  ('waitingEntry', 'waiting', 'ended'),
  ('waitingEntry', 'offered', 'waiting'),
  ('waitingEntry', 'offered', 'taken'),
  ('waitingEntry', 'offered', 'left'),
  ('waitingEntry', 'offered', 'ended');

create trigger guard_waiting_entry_state before update of status on waiting_entries
for each row execute function guard_state('waitingEntry');
