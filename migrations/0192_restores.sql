-- The database was restored to an earlier state. Until it is reconciled with the PSP and with the issued documents
-- (`npm run admin -- after-restore`), no payout is sent and no document is issued.
create table restores (
  id uuid primary key default uuidv7(),
  -- Time of the state that was restored.
  state_of timestamptz not null,
  noted_at timestamptz not null,
  reconciled_at timestamptz
);
create unique index restores_open on restores ((true)) where reconciled_at is null;

-- A transfer that the PSP made for a payout which the database forgot: its payout is recorded again, without its bookings.
alter table payout_runs drop constraint payout_runs_trigger_check;
alter table payout_runs add constraint payout_runs_trigger_check check (trigger in ('weekly', 'hourly', 'schedule', 'restore'));
alter table payouts drop constraint payouts_bookings_check;
alter table payouts add constraint payouts_bookings_check check (bookings >= 0);

-- Numbers of a range that were given before a restore to documents which the database forgot. They are never given again.
create table document_gaps (
  id uuid primary key default uuidv7(),
  range_id uuid not null references document_ranges,
  first_position integer not null check (first_position >= 1),
  last_position integer not null,
  reason text not null,
  noted_at timestamptz not null,
  unique (range_id, first_position),
  check (first_position <= last_position)
);
create trigger document_gaps_append_only before update or delete on document_gaps
for each row execute function refuse_change();
create trigger document_gaps_not_truncated before truncate on document_gaps
for each statement execute function refuse_change();

-- The range is locked by now: its last document and its last gap are visible, and the next document follows the later of both.
create or replace function chain_document() returns trigger
language plpgsql as $$
declare
  last record;
  skipped integer;
begin
  select position, facts_sha256 into last from documents where range_id = new.range_id order by position desc limit 1;
  select max(last_position) into skipped from document_gaps where range_id = new.range_id;
  if new.position <> greatest(last.position, skipped, 0) + 1 then
    raise exception 'document % would leave a gap in its range', new.number using errcode = 'restrict_violation';
  end if;
  new.previous_sha256 := coalesce(last.facts_sha256, '');
  new.facts_sha256 := document_sha256(new.previous_sha256, new.number, new.kind, new.facts);
  return new;
end
$$;

-- Numbers 1, 2, 3 … without one missing, apart from documented gaps, and the next one stored in the range.
create or replace view invariant_document_numbers as
select
  ranges.id::text as subject,
  issued.numbers + skipped.numbers as found_cents,
  (ranges.next - 1)::bigint as expected_cents
from document_ranges as ranges
cross join lateral (
  select count(*) as numbers, coalesce(max(position), 0) as last
  from documents
  where range_id = ranges.id
) as issued
cross join lateral (
  select coalesce(sum(last_position - first_position + 1), 0)::bigint as numbers, coalesce(max(last_position), 0) as last
  from document_gaps
  where range_id = ranges.id
) as skipped
where issued.numbers + skipped.numbers <> ranges.next - 1 or greatest(issued.last, skipped.last) <> ranges.next - 1;

-- Each document is chained to the one before it in its range, also over a gap.
create or replace view invariant_document_chain as
select chained.id::text as subject, 0::bigint as found_cents, 1::bigint as expected_cents
from (
  select
    id, number, kind, facts, gross_cents, tax_cents, previous_sha256, facts_sha256,
    lag(facts_sha256, 1, '') over (partition by range_id order by position) as before_sha256
  from documents
) as chained
where chained.previous_sha256 <> chained.before_sha256
  or chained.facts_sha256 <> document_sha256(chained.previous_sha256, chained.number, chained.kind, chained.facts)
  or (chained.facts ->> 'grossCents')::integer <> chained.gross_cents
  or (chained.facts ->> 'taxCents')::integer <> chained.tax_cents;
