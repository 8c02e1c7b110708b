-- Series: one request for several dates of a service. Each date is a booking of its own, paid by itself shortly before.

create table booking_series (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  service_id uuid references services on delete set null,
  status text not null default 'unconfirmed' check (
    status in ('unconfirmed', 'requested', 'accepted', 'declined', 'lapsed', 'withdrawn', 'ended')
  ),
  weeks integer not null check (weeks in (1, 2, 4)),
  -- How many dates were asked for; once confirmed each of them is a row of series_dates.
  dates integer not null check (dates between 2 and 26),
  email text not null,
  -- What was typed, until the owner of the address confirms; then it stands in the bookings.
  form jsonb,
  -- The hash of the mailed secret.
  token_hash text unique,
  -- Until when the company has to answer.
  deadline_at timestamptz,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_by text check (ended_by in ('customer', 'company', 'system')),
  end_reason text,
  check ((status = 'unconfirmed') = (confirmed_at is null)),
  check ((status = 'unconfirmed') = (form is not null)),
  check ((status = 'requested') <= (deadline_at is not null)),
  check ((status in ('declined', 'lapsed', 'withdrawn', 'ended')) = (ended_at is not null)),
  check ((ended_at is null) = (ended_by is null))
);
create index booking_series_open on booking_series (company_id, deadline_at) where status = 'requested';
create index booking_series_running on booking_series (company_id, id) where status = 'accepted';
create index booking_series_email on booking_series (email);
create index booking_series_service on booking_series (service_id);
create index booking_series_unconfirmed on booking_series (created_at) where status = 'unconfirmed';

insert into state_edges (graph, from_state, to_state)
values
  ('series', 'unconfirmed', 'requested'),
  ('series', 'requested', 'accepted'),
  ('series', 'requested', 'declined'),
  ('series', 'requested', 'lapsed'),
  ('series', 'requested', 'withdrawn'),
  ('series', 'accepted', 'ended'),
  -- A date of a series is held from the request on, without any payment.
  ('appointment', 'held', 'declined'),
  ('appointment', 'held', 'withdrawn');

create trigger guard_series_state before update of status on booking_series
for each row execute function guard_state('series');

-- The dates of a series in their order. `due_at`: from when it can be paid, and its customer is told; `until`: unpaid, it lapses then.
create table series_dates (
  booking_id uuid primary key references appointments on delete cascade,
  series_id uuid not null references booking_series on delete cascade,
  position integer not null check (position >= 1),
  due_at timestamptz not null,
  until timestamptz not null,
  told_at timestamptz,
  reminded_at timestamptz,
  check (due_at < until),
  unique (series_id, position)
);
create index series_dates_due on series_dates (due_at) where told_at is null;
create index series_dates_until on series_dates (until);

-- No date of a series is lost or doubled: as many bookings as were asked for, each at a time of its own.
create view invariant_series_has_its_dates as
select series.id::text as subject, count(distinct appointments.starts_at)::bigint as found_cents, series.dates::bigint as expected_cents
from booking_series as series
left join series_dates on series_dates.series_id = series.id
left join appointments on appointments.booking_id = series_dates.booking_id
where series.status <> 'unconfirmed'
group by series.id
having count(series_dates.booking_id) <> series.dates;

-- Whatever of it waits for its payment has its time, and nothing waits once the series is over.
create view invariant_series_date_is_held as
select bookings.id::text as subject, 0::bigint as found_cents, bookings.amount_cents::bigint as expected_cents
from series_dates
join booking_series as series on series.id = series_dates.series_id
join bookings on bookings.id = series_dates.booking_id
where bookings.booking_status = 'pending'
  and (
    series.status not in ('requested', 'accepted')
    or not exists (
      select
      from occupancies
      where occupancies.booking_id = bookings.id
    )
  );

do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ') || '
    union all
    select ''seriesHasItsDates'', subject, found_cents, expected_cents from invariant_series_has_its_dates
    union all
    select ''seriesDateIsHeld'', subject, found_cents, expected_cents from invariant_series_date_is_held';
end
$$;
