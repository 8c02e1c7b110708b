-- When companies work, what is taken, and what was agreed: free times are computed from these tables, never stored.

create extension if not exists btree_gist;

-- How a service takes its time.
alter table services
  add column buffer_before_minutes integer not null default 0 check (buffer_before_minutes between 0 and 240),
  add column buffer_after_minutes integer not null default 0 check (buffer_after_minutes between 0 and 240),
  -- Starts lie on these minutes of the hour.
  add column grid_minutes integer not null default 30 check (grid_minutes in (15, 30, 60)),
  -- How long before the start it can still be booked, and how far ahead.
  add column notice_hours integer not null default 24 check (notice_hours between 0 and 720),
  add column horizon_days integer not null default 60 check (horizon_days between 1 and 180),
  -- How many people it takes at the same time.
  add column people integer not null default 1 check (people between 1 and 6),
  add column booking_mode text not null default 'instant' check (booking_mode in ('instant', 'request'));

-- A company with a row here has a calendar: its appointments need a free time. All others agree on times as they always did.
create table calendars (
  company_id uuid primary key references companies on delete cascade,
  -- Whose public holidays close the company; null for none.
  federal_state text check (
    federal_state in ('BW', 'BY', 'BE', 'BB', 'HB', 'HH', 'HE', 'MV', 'NI', 'NW', 'RP', 'SL', 'SN', 'ST', 'SH', 'TH')
  ),
  -- What a late cancellation costs; booked appointments keep the policy of their day.
  policy text not null default 'kulant' check (policy in ('kulant', 'ueblich', 'fest')),
  -- How fast its people get from one job to the next.
  travel_kmh integer not null default 45 check (travel_kmh between 30 and 60),
  -- Switched off, customers agree on times as at a company without a calendar; what is taken stays taken.
  is_on boolean not null default true,
  updated_at timestamptz not null
);

-- Who or what is taken by a job: a person, a room, or seats of which several may be taken at once.
create table resources (
  id uuid primary key default uuidv7(),
  company_id uuid not null references calendars on delete cascade,
  kind text not null check (kind in ('person', 'room', 'seats')),
  name text not null check (length(name) between 2 and 60),
  capacity integer not null default 1 check (capacity between 1 and 50),
  -- Where its day begins; null: at the company.
  start_postcode text check (start_postcode ~ '^\d{5}$'),
  position integer not null,
  hidden_at timestamptz,
  check (kind = 'seats' or capacity = 1),
  unique (id, company_id)
);
create index resources_company on resources (company_id, position, id);

-- Who can do a service; none named: everybody.
create table service_resources (
  service_id uuid not null references services on delete cascade,
  resource_id uuid not null references resources on delete cascade,
  primary key (service_id, resource_id)
);
create index service_resources_resource on service_resources (resource_id);

-- Minutes of a Berlin wall clock, 0 to 1440, for each weekday (1 Monday). Those of a resource replace the company's for it.
create table opening_hours (
  company_id uuid not null references calendars on delete cascade,
  resource_id uuid,
  weekday integer not null check (weekday between 1 and 7),
  minutes int4range not null check (not isempty(minutes) and minutes <@ int4range(0, 1440)),
  foreign key (resource_id, company_id) references resources (id, company_id) on delete cascade,
  exclude using gist (
    company_id with =, (coalesce(resource_id, company_id)) with =, weekday with =, minutes with &&
  )
);

-- A single day that differs: these minutes instead of the weekly ones, none for a closed day. It also opens a public holiday.
create table calendar_days (
  company_id uuid not null references calendars on delete cascade,
  resource_id uuid,
  day date not null,
  minutes int4multirange not null check (minutes <@ int4multirange(int4range(0, 1440))),
  note text not null default '' check (length(note) <= 60),
  foreign key (resource_id, company_id) references resources (id, company_id) on delete cascade,
  unique nulls not distinct (company_id, resource_id, day)
);

-- Holidays of the company, or of one of its people; the last day is closed, too.
create table closures (
  id uuid primary key default uuidv7(),
  company_id uuid not null references calendars on delete cascade,
  resource_id uuid,
  days daterange not null check (not isempty(days) and not lower_inf(days) and not upper_inf(days)),
  note text not null default '' check (length(note) <= 60),
  foreign key (resource_id, company_id) references resources (id, company_id) on delete cascade
);
create index closures_company on closures (company_id);

-- What was agreed about the time of a booking at a company with a calendar.
create table appointments (
  booking_id uuid primary key references bookings on delete cascade,
  company_id uuid not null references companies,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null default 'held' check (
    status in (
      'held', 'requested', 'countered', 'accepting', 'agreed', 'performed', 'missed', 'contested', 'declined', 'lapsed', 'withdrawn',
      'cancelled'
    )
  ),
  mode text not null check (mode in ('instant', 'request')),
  -- Until when whoever has to act may act; what happens then depends on the state.
  deadline_at timestamptz,
  -- The company's policy on the day of the booking.
  policy text not null check (policy in ('kulant', 'ueblich', 'fest')),
  -- The calendar entry's number: rises with every change, so that calendars take the newer one.
  sequence integer not null default 0,
  moves integer not null default 0 check (moves >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (ends_at > starts_at)
);
create index appointments_company on appointments (company_id, starts_at);
create index appointments_deadline on appointments (deadline_at) where deadline_at is not null;
create index appointments_agreed on appointments (starts_at) where status = 'agreed';

insert into state_edges (graph, from_state, to_state)
values
  ('appointment', 'held', 'agreed'),
  ('appointment', 'held', 'requested'),
  ('appointment', 'held', 'lapsed'),
  ('appointment', 'held', 'cancelled'),
  ('appointment', 'requested', 'accepting'),
  ('appointment', 'requested', 'countered'),
  ('appointment', 'requested', 'declined'),
  ('appointment', 'requested', 'lapsed'),
  ('appointment', 'requested', 'withdrawn'),
  ('appointment', 'countered', 'accepting'),
  ('appointment', 'countered', 'declined'),
  ('appointment', 'countered', 'lapsed'),
  ('appointment', 'countered', 'withdrawn'),
  ('appointment', 'accepting', 'agreed'),
  ('appointment', 'accepting', 'held'),
  ('appointment', 'accepting', 'cancelled'),
  ('appointment', 'agreed', 'performed'),
  ('appointment', 'agreed', 'missed'),
  ('appointment', 'agreed', 'cancelled'),
  ('appointment', 'performed', 'contested'),
  ('appointment', 'missed', 'contested'),
  ('appointment', 'performed', 'cancelled'),
  ('appointment', 'missed', 'cancelled'),
  ('appointment', 'contested', 'performed'),
  ('appointment', 'contested', 'missed'),
  ('appointment', 'contested', 'cancelled'),
  -- Money that arrives late for a time that is still free.
  ('appointment', 'lapsed', 'agreed'),
  ('appointment', 'lapsed', 'requested');

create trigger guard_appointment_states before update on appointments
for each row execute function guard_state('appointment');

create table appointment_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings on delete cascade,
  at timestamptz not null,
  actor text not null check (actor in ('customer', 'company', 'operator', 'system')),
  act text not null,
  before jsonb,
  after jsonb
);
create index appointment_events_booking on appointment_events (booking_id, id);
create trigger appointment_events_append_only before update on appointment_events
for each row execute function refuse_change();

-- What is taken now, and nothing else: a time that becomes free is deleted. `core` is the job, `during` the job with its buffers; the
-- constraint, not a query before it, decides who gets a time.
create table occupancies (
  id uuid primary key default uuidv7(),
  company_id uuid not null references calendars on delete cascade,
  resource_id uuid not null,
  seat integer not null default 1 check (seat >= 1),
  during tstzrange not null check (not isempty(during) and not lower_inf(during) and not upper_inf(during)),
  core tstzrange not null check (not isempty(core) and core <@ during),
  kind text not null check (kind in ('cart', 'checkout', 'request', 'proposal', 'booking', 'block')),
  booking_id uuid references appointments on delete cascade,
  -- Whose browser holds it: a customer who changes an unpaid order shall not stand in the own way. A cart ends at a moment, everything
  -- else by an act.
  caller_hash text,
  until timestamptz,
  -- Where the job is, for the way from one to the next.
  place point,
  note text not null default '' check (length(note) <= 100),
  created_at timestamptz not null,
  foreign key (resource_id, company_id) references resources (id, company_id) on delete cascade,
  constraint occupancies_taken_once unique (resource_id, seat, during without overlaps),
  check ((kind = 'cart') = (until is not null)),
  check (kind <> 'cart' or caller_hash is not null),
  check ((kind in ('checkout', 'request', 'proposal', 'booking')) = (booking_id is not null))
);
create index occupancies_company on occupancies using gist (company_id, during);
create index occupancies_booking on occupancies (booking_id) where booking_id is not null;
create index occupancies_cart on occupancies (until) where kind = 'cart';
create index occupancies_caller on occupancies (caller_hash) where caller_hash is not null;
