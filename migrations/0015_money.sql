-- Money that goes back, the PSP's own books, and what must hold of all of it: refunds and checkouts with guarded states, disputes,
-- reversals of transfers, balance transactions with what they match, and a view for each invariant.

insert into state_edges (graph, from_state, to_state)
values
  ('checkout', 'starting', 'open'),
  ('checkout', 'starting', 'expired'),
  ('checkout', 'starting', 'failed'),
  ('checkout', 'starting', 'broken'),
  ('checkout', 'starting', 'paid'),
  ('checkout', 'open', 'expired'),
  ('checkout', 'open', 'failed'),
  ('checkout', 'open', 'broken'),
  ('checkout', 'open', 'paid'),
  -- Money that arrives late wins.
  ('checkout', 'expired', 'paid'),
  ('checkout', 'failed', 'paid'),
  ('checkout', 'broken', 'paid'),
  ('refund', 'pending', 'succeeded'),
  ('refund', 'pending', 'failed'),
  ('dispute', 'inquiry', 'open'),
  ('dispute', 'inquiry', 'won'),
  ('dispute', 'inquiry', 'lost'),
  ('dispute', 'open', 'won'),
  ('dispute', 'open', 'lost'),
  ('reversal', 'pending', 'succeeded'),
  ('reversal', 'pending', 'failed');

create function guard_state() returns trigger
language plpgsql as $$
begin
  perform refuse_unknown_edge(tg_argv[0], old.status, new.status);
  return new;
end
$$;

create trigger guard_checkout_states before update on checkouts
for each row execute function guard_state('checkout');

-- Who asked for a refund, and how often the PSP was: a refusal stays under its key.
alter table refunds
  add column actor text not null default 'system',
  add column attempt integer not null default 1;
create index refunds_booking on refunds (booking_id);

create trigger guard_refund_states before update on refunds
for each row execute function guard_state('refund');

-- However many ask at once: what goes back never exceeds what was paid.
create function guard_refund_sum() returns trigger
language plpgsql as $$
declare
  paid integer;
  back bigint;
begin
  select amount_cents into paid from bookings where id = new.booking_id and paid_at is not null for no key update;
  select sum(amount_cents) into back from refunds where booking_id = new.booking_id and status <> 'failed';
  if paid is null or back > paid then
    raise exception 'refunds of booking % come to % of %', new.booking_id, back, coalesce(paid, 0) using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger guard_refund_sum after insert or update of amount_cents, booking_id on refunds
for each row execute function guard_refund_sum();

-- A customer's bank that takes a payment back, by the PSP's id. An inquiry has taken nothing.
create table disputes (
  id text primary key,
  payment_id text not null,
  -- Null when the payment was for no booking.
  booking_id uuid references bookings,
  company_id uuid references companies,
  amount_cents integer not null check (amount_cents > 0),
  status text not null check (status in ('inquiry', 'open', 'won', 'lost')),
  reason text not null,
  opened_at timestamptz not null,
  due_by timestamptz,
  -- When we learned that the money was taken, and how it ended.
  held_at timestamptz,
  closed_at timestamptz,
  checked_at timestamptz not null,
  check ((booking_id is null) = (company_id is null)),
  check ((status in ('won', 'lost')) = (closed_at is not null))
);
create index disputes_booking on disputes (booking_id);
create index disputes_undecided on disputes (checked_at) where status in ('inquiry', 'open');

create trigger guard_dispute_states before update on disputes
for each row execute function guard_state('dispute');

-- Money that is to come back from a company's account after a refund or a lost dispute of a booking that was paid out by transfer.
create table transfer_reversals (
  id uuid primary key default uuidv7(),
  payout_id uuid not null references payouts,
  booking_id uuid not null references bookings,
  -- The refund or the dispute that it follows.
  cause text not null,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  attempt integer not null default 1,
  psp_reversal_id text unique,
  requested_at timestamptz not null,
  settled_at timestamptz,
  unique (payout_id, cause)
);
create index transfer_reversals_pending on transfer_reversals (requested_at) where status = 'pending';
create index transfer_reversals_booking on transfer_reversals (booking_id);

create trigger guard_reversal_states before update on transfer_reversals
for each row execute function guard_state('reversal');

create function guard_reversal_sum() returns trigger
language plpgsql as $$
declare
  sent bigint;
  back bigint;
begin
  select company_amount_cents - netted_cents into sent from payouts where id = new.payout_id for no key update;
  select sum(amount_cents) into back from transfer_reversals where payout_id = new.payout_id and status <> 'failed';
  if back > sent then
    raise exception 'reversals of payout % come to % of %', new.payout_id, back, sent using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger guard_reversal_sum after insert or update of amount_cents, payout_id on transfer_reversals
for each row execute function guard_reversal_sum();

-- What a company owes us and the next payout may keep back: not what a reversal is under way for, or it would be taken twice.
create view nettable_receivables as
select owed.company_id, owed.cents - coalesce(under_way.cents, 0) as cents
from (
  select company_id, sum(amount_cents)::bigint as cents
  from ledger_entry
  where account = 'company_receivable'
  group by company_id
) as owed
left join (
  select payouts.company_id, sum(transfer_reversals.amount_cents)::bigint as cents
  from transfer_reversals
  join payouts on payouts.id = transfer_reversals.payout_id
  where transfer_reversals.status = 'pending'
  group by payouts.company_id
) as under_way using (company_id);

-- How far the PSP's books were read; durable, so that a crash loses nothing and reads nothing twice.
create table psp_cursor (
  name text primary key,
  position text not null,
  moved_at timestamptz not null
);

-- The PSP's balance transactions, each with the ledger transaction that it matches.
create table psp_transactions (
  id text primary key,
  kind text not null,
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  currency text not null,
  source_id text,
  payment_id text,
  own_id text,
  transfer_id text,
  -- The ledger transaction that must be there; null while it is not known which.
  ledger_kind text,
  ledger_reference text,
  ledger_tx_id uuid unique references ledger_tx,
  created_at timestamptz not null,
  available_at timestamptz not null,
  read_at timestamptz not null,
  matched_at timestamptz,
  check (net_cents = amount_cents - fee_cents),
  check ((ledger_tx_id is null) or (matched_at is not null))
);
create index psp_transactions_unmatched on psp_transactions (read_at) where matched_at is null;
create index psp_transactions_created on psp_transactions (created_at);

create index breaks_open on reconciliation_breaks (found_at desc) where closed_at is null;
create index breaks_newest on reconciliation_breaks (found_at desc, id desc);
create index payment_events_processed on payment_events (processed_at) where processed_at is not null;
create index sent_mails_age on sent_mails (sent_at);

-- What the nightly look at all of it found.
create table self_audits (
  id uuid primary key default uuidv7(),
  trigger text not null check (trigger in ('nightly', 'manual')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  is_clean boolean not null,
  -- The balance at the PSP, and what our ledger says it is; null when the PSP could not be asked.
  psp_cents bigint,
  ledger_cents bigint not null,
  violations integer not null,
  open_breaks integer not null,
  -- Up to a hundred of the violations.
  findings jsonb not null
);
create index self_audits_newest on self_audits (started_at desc);
