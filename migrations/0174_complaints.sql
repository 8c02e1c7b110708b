-- Problems that customers report with a service (docs/spec.md#complaints). While one is open, its booking is not paid out.
create table complaints (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings on delete cascade,
  company_id uuid not null references companies on delete cascade,
  -- open: the company has to answer · answered: the customer has to · escalated: the operator decides · settled, decided: closed
  status text not null default 'open' check (status in ('open', 'answered', 'escalated', 'settled', 'decided')),
  reason text not null check (reason in ('missed', 'late', 'bad', 'other')),
  words text not null,
  request text check (request in ('redo', 'part', 'full')),
  reported_at timestamptz not null,
  -- Until when company (open) or customer (answered) may answer; afterwards the operator decides.
  deadline_at timestamptz,
  answer text,
  answered_at timestamptz,
  -- What the company gave back with its answer.
  refund_cents integer not null default 0 check (refund_cents >= 0),
  -- Why the customer did not accept the answer.
  rejection text,
  escalated_at timestamptz,
  decision text check (decision in ('none', 'part', 'full')),
  decision_reason text,
  decided_cents integer not null default 0 check (decided_cents >= 0),
  closed_at timestamptz,
  check ((closed_at is not null) = (status in ('settled', 'decided'))),
  check ((deadline_at is not null) = (status in ('open', 'answered'))),
  check ((decision is not null) = (status = 'decided'))
);
create unique index complaints_open on complaints (booking_id) where closed_at is null;
create index complaints_booking on complaints (booking_id);
create index complaints_company on complaints (company_id);
create index complaints_due on complaints (deadline_at) where deadline_at is not null;
create index complaints_reported on complaints (reported_at desc, id desc);

-- A booking with an open complaint is never paid out, whatever the code does. Both sides lock the booking first.
create function guard_held_payout() returns trigger
language plpgsql as $$
begin
  if exists (select from complaints where booking_id = new.booking_id and closed_at is null) then
    raise exception 'booking % has an open complaint and is not paid out', new.booking_id;
  end if;
  return new;
end $$;
create trigger guard_held_payout before insert on payout_items for each row execute function guard_held_payout();
