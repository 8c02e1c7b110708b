-- Requests: the customer's card promises the money, the company answers, and only when it accepts the money is taken.

alter table checkouts
  add column is_held boolean not null default false,
  -- Until when a promise of money can be taken.
  add column held_until timestamptz,
  drop constraint checkouts_status_check,
  add constraint checkouts_status_check check (
    status in ('starting', 'open', 'authorised', 'paid', 'expired', 'failed', 'broken', 'released')
  ),
  add constraint checkouts_authorised_check check (
    status not in ('authorised', 'released') or (is_held and payment_id is not null and held_until is not null)
  );
create index checkouts_authorised on checkouts (checked_at nulls first) where status = 'authorised';

insert into state_edges (graph, from_state, to_state)
values
  ('checkout', 'starting', 'authorised'),
  ('checkout', 'open', 'authorised'),
  ('checkout', 'authorised', 'paid'),
  ('checkout', 'authorised', 'released'),
  -- The operator cancels, or the company leaves.
  ('appointment', 'requested', 'cancelled'),
  ('appointment', 'countered', 'cancelled');

alter table appointments
  -- When the card promised the money, and its company was asked.
  add column requested_at timestamptz,
  add constraint appointments_requested_check check (status not in ('requested', 'countered', 'accepting') or requested_at is not null);
create index appointments_requested on appointments (company_id, deadline_at) where status in ('requested', 'countered');

alter table appointment_reminders
  drop constraint appointment_reminders_occasion_check,
  add constraint appointment_reminders_occasion_check check (occasion in ('dayBefore', 'hoursBefore', 'answerDue'));

-- The times that a company proposes instead of the one that was asked for; held until its customer chooses one, and deleted then.
create table counter_times (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references appointments on delete cascade,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange not null check (during @> tstzrange(starts_at, ends_at)),
  seats jsonb not null,
  check (ends_at > starts_at),
  unique (booking_id, starts_at)
);

-- A company that has to answer has its answer paid for: the card's promise stands.
create view invariant_request_has_its_promise as
select booking_id::text as subject, 0::bigint as found_cents, amount_cents::bigint as expected_cents
from appointments
join bookings on bookings.id = appointments.booking_id
where appointments.status in ('requested', 'countered')
  and not exists (
    select
    from checkouts
    where checkouts.booking_id = appointments.booking_id and checkouts.status = 'authorised'
  );

-- Money is taken for what both sides agreed to, never for a request that nobody accepted.
create view invariant_taken_is_agreed as
select booking_id::text as subject, bookings.amount_cents::bigint as found_cents, 0::bigint as expected_cents
from appointments
join bookings on bookings.id = appointments.booking_id
where appointments.status in ('requested', 'countered', 'accepting', 'declined', 'withdrawn')
  and bookings.paid_at is not null
  and bookings.booking_status <> 'cancelled';

-- No time is held for a proposal that is over; a request may have several proposed.
create or replace view invariant_held_proposal_is_open as
select distinct held.booking_id::text as subject, 1::bigint as found_cents, 0::bigint as expected_cents
from occupancies as held
where held.kind = 'proposal'
  and not exists (
    select
    from move_proposals
    where booking_id = held.booking_id and status = 'open'
  )
  and not exists (
    select
    from counter_times
    join appointments using (booking_id)
    where counter_times.booking_id = held.booking_id and appointments.status = 'countered'
  );

do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ') || '
    union all
    select ''requestHasItsPromise'', subject, found_cents, expected_cents from invariant_request_has_its_promise
    union all
    select ''takenIsAgreed'', subject, found_cents, expected_cents from invariant_taken_is_agreed';
end
$$;
