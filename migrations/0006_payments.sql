-- Payments of customers and refunds to them: checkouts and their settlement, the PSP's events, refunds, disputes.

create table checkouts (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings,
  attempt integer not null default 1,
  -- Null until the PSP answered.
  session_id text unique,
  url text,
  payment_id text,
  status text not null default 'starting' check (status in ('starting', 'open', 'paid', 'expired', 'failed', 'broken')),
  amount_cents integer not null check (amount_cents > 0),
  currency text not null default 'eur',
  expires_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the PSP was last read, and when it said that the session is final: paid or expired.
  checked_at timestamptz,
  closed_at timestamptz,
  unique (booking_id, attempt)
);
create index checkouts_starting on checkouts (expires_at) where status = 'starting';
create index checkouts_unclosed on checkouts (checked_at nulls first) where closed_at is null and session_id is not null;

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
  -- A late payment still settles the checkout.
  ('checkout', 'expired', 'paid'),
  ('checkout', 'failed', 'paid'),
  ('checkout', 'broken', 'paid');

create trigger guard_checkout_states before update on checkouts
for each row execute function guard_state('checkout');

-- One row per booking that was paid (docs/spec.md#payment-transaction).
create table payment_transactions (
  id uuid primary key default uuidv7(),
  booking_id uuid not null unique references bookings,
  company_id uuid not null references companies,
  payment_id text not null unique,
  amount_cents integer not null,
  platform_fee_cents integer not null,
  status text not null default 'completed' check (status in ('completed', 'refunded')),
  created_at timestamptz not null
);

create table payment_events (
  id text primary key,
  type text not null,
  object_type text not null,
  object_id text not null,
  received_at timestamptz not null,
  processed_at timestamptz
);
create index payment_events_unprocessed on payment_events (object_id) where processed_at is null;
create index payment_events_processed on payment_events (processed_at) where processed_at is not null;

create table refunds (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings,
  checkout_id uuid not null references checkouts,
  payment_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  -- Who requested it.
  actor text not null default 'system',
  -- The idempotency key of an operator's request: a repeated one makes no second refund, even if the first answer was lost.
  request_key text unique,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  psp_refund_id text unique,
  -- Counts the refund's idempotency keys: the PSP repeats a refusal under the same key, so a new try needs a new key.
  attempt integer not null default 1,
  requested_at timestamptz not null,
  settled_at timestamptz
);
create index refunds_booking on refunds (booking_id);
create index refunds_pending on refunds (requested_at) where status = 'pending';

insert into state_edges (graph, from_state, to_state)
values
  ('refund', 'pending', 'succeeded'),
  ('refund', 'pending', 'failed');

create trigger guard_refund_states before update on refunds
for each row execute function guard_state('refund');

-- However many requests arrive at once, refunds never exceed what was paid.
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

-- Disputes (chargebacks), by the PSP's id. An inquiry has not taken any money.
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

insert into state_edges (graph, from_state, to_state)
values
  ('dispute', 'inquiry', 'open'),
  ('dispute', 'inquiry', 'won'),
  ('dispute', 'inquiry', 'lost'),
  ('dispute', 'open', 'won'),
  ('dispute', 'open', 'lost');

create trigger guard_dispute_states before update on disputes
for each row execute function guard_state('dispute');
