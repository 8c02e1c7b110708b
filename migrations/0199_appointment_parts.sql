-- Appointments in several parts: work that continues after breaks and on following days (docs/decisions/0068-time-that-fits-the-work.md).
alter table appointments
  -- Working times between start and end; null for work in one piece.
  add column parts tstzmultirange,
  add constraint appointments_parts_check check (lower(parts) = starts_at and upper(parts) = ends_at);

-- An appointment in parts takes these times; further ones belong to people with other breaks.
create view invariant_parts_are_taken as
select booking_id::text as subject, 0::bigint as found_cents, 1::bigint as expected_cents
from appointments
cross join lateral (
  select range_agg(core) as taken
  from occupancies
  where occupancies.booking_id = appointments.booking_id and kind in ('checkout', 'request', 'booking')
) as occupied
where not parts <@ occupied.taken;

-- As in 0023. A seat of a proposal in parts has a time of its own (`during`), otherwise that of the proposal.
create or replace view invariant_open_proposal_is_held as
select proposal.booking_id::text as subject, 0::bigint as found_cents, 1::bigint as expected_cents
from move_proposals as proposal
join appointments using (booking_id)
where proposal.status = 'open'
  and (
    appointments.status <> 'agreed'
    or exists (
      select
      from jsonb_to_recordset(proposal.seats) as taken ("resourceId" uuid, seat integer, during jsonb)
      where not case
        when taken.during is null then proposal.during
        else tstzrange((taken.during ->> 'from')::timestamptz, (taken.during ->> 'to')::timestamptz)
      end <@ (
        select coalesce(range_agg(held.during), '{}')
        from occupancies as held
        where held.booking_id = proposal.booking_id
          and held.kind in ('booking', 'proposal')
          and held.resource_id = taken."resourceId"
          and held.seat = taken.seat
      )
    )
  );

do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ') || '
    union all
    select ''partsAreTaken'', subject, found_cents, expected_cents from invariant_parts_are_taken';
end
$$;

-- Services without a free time in the coming days, since when, and when their company was mailed.
create table unbookable_services (
  service_id uuid primary key references services on delete cascade,
  since timestamptz not null,
  mailed_at timestamptz
);
