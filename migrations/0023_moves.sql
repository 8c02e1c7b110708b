-- Appointments that both sides agree to move, and what both are reminded of.

-- A proposal to move an agreed appointment; until the other side answers, the old time stays. `seats` and `during` are what the proposed time
-- takes: it is held as occupancies of kind `proposal`, except for what the appointment takes itself.
create table move_proposals (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references appointments on delete cascade,
  proposed_by text not null check (proposed_by in ('customer', 'company')),
  status text not null default 'open' check (status in ('open', 'accepted', 'declined', 'lapsed', 'withdrawn')),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  during tstzrange not null check (during @> tstzrange(starts_at, ends_at)),
  seats jsonb not null,
  -- The consent of a consumer who proposes a time within the period of withdrawal.
  early_start_version text,
  until timestamptz not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  check (ends_at > starts_at),
  check (until <= starts_at - interval '2 hours'),
  check ((status = 'open') = (decided_at is null))
);
create unique index move_proposals_open on move_proposals (booking_id) where status = 'open';
create index move_proposals_booking on move_proposals (booking_id, id);
create index move_proposals_until on move_proposals (until) where status = 'open';

insert into state_edges (graph, from_state, to_state)
values
  ('move', 'open', 'accepted'),
  ('move', 'open', 'declined'),
  ('move', 'open', 'lapsed'),
  ('move', 'open', 'withdrawn');

create trigger guard_move_states before update of status on move_proposals
for each row execute function guard_state('move');

-- What customers were reminded of: once for each occasion and start, so that a moved appointment is reminded of anew.
create table appointment_reminders (
  booking_id uuid not null references appointments on delete cascade,
  occasion text not null check (occasion in ('dayBefore', 'hoursBefore')),
  starts_at timestamptz not null,
  sent_at timestamptz not null,
  primary key (booking_id, occasion, starts_at)
);

-- The days whose appointments a company was mailed on the evening before.
create table day_lists (
  company_id uuid not null references calendars on delete cascade,
  day date not null,
  sent_at timestamptz not null,
  primary key (company_id, day)
);

-- The operator's list of objections, of which there are few.
create index appointment_events_objected on appointment_events (at desc, id desc) where act = 'objected';

-- An open proposal holds all of its time, together with what its appointment takes, and belongs to an agreed appointment.
create view invariant_open_proposal_is_held as
select proposal.booking_id::text as subject, 0::bigint as found_cents, 1::bigint as expected_cents
from move_proposals as proposal
join appointments using (booking_id)
where proposal.status = 'open'
  and (
    appointments.status <> 'agreed'
    or exists (
      select
      from jsonb_to_recordset(proposal.seats) as taken ("resourceId" uuid, seat integer)
      where not proposal.during <@ (
        select coalesce(range_agg(held.during), '{}')
        from occupancies as held
        where held.booking_id = proposal.booking_id
          and held.kind in ('booking', 'proposal')
          and held.resource_id = taken."resourceId"
          and held.seat = taken.seat
      )
    )
  );

-- No time is held for a proposal that is over.
create view invariant_held_proposal_is_open as
select distinct held.booking_id::text as subject, 1::bigint as found_cents, 0::bigint as expected_cents
from occupancies as held
where held.kind = 'proposal'
  and not exists (
    select
    from move_proposals
    where booking_id = held.booking_id and status = 'open'
  );

-- Whatever earlier migrations look for stays.
do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ') || '
    union all
    select ''openProposalIsHeld'', subject, found_cents, expected_cents from invariant_open_proposal_is_held
    union all
    select ''heldProposalIsOpen'', subject, found_cents, expected_cents from invariant_held_proposal_is_open';
end
$$;
