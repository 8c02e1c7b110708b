-- Withdrawing from a contract (§ 355, § 356a BGB): who booked and what they asked for, and every declaration that ever arrived.

alter table bookings
  -- Who has not said that they book as a business is a consumer.
  add column customer_kind text not null default 'consumer' check (customer_kind in ('consumer', 'business')),
  -- The version of the text by which a consumer asked for the service to begin within the period.
  add column early_start_version text,
  add constraint bookings_early_start_consumer check (early_start_version is null or customer_kind = 'consumer');

-- A declaration names its booking by number and address.
create index if not exists bookings_customer_email on bookings (customer_email);

create table withdrawals (
  id uuid primary key default uuidv7(),
  -- The same declaration twice is one, with a receipt each time.
  fingerprint text not null,
  times integer not null default 1 check (times > 0),
  name text not null,
  contract text not null,
  email text not null,
  declared_at timestamptz not null,
  last_declared_at timestamptz not null,
  -- The booking that it is about: proven by the link of its mails or by its number and address, or chosen by the operator.
  booking_id uuid references bookings on delete set null,
  proof text check (proof in ('link', 'address', 'operator')),
  status text not null check (status in ('open', 'accepted', 'rejected')),
  -- Why it was left to the operator.
  cause text,
  decided_at timestamptz,
  decided_by text check (decided_by in ('system', 'operator')),
  reason text,
  -- What goes back to the customer by this decision.
  refund_cents integer check (refund_cents >= 0),
  check (last_declared_at >= declared_at),
  check ((status = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_by is not distinct from 'system') = (cause is null)),
  check (status <> 'rejected' or (decided_by = 'operator' and reason is not null)),
  check (refund_cents is null or status = 'accepted')
);
-- Whoever declares again after a rejection is heard again.
create unique index withdrawals_once on withdrawals (fingerprint) where status <> 'rejected';
create index withdrawals_newest on withdrawals (last_declared_at desc, id desc);
create index withdrawals_open on withdrawals (last_declared_at) where status = 'open';
create index withdrawals_booking on withdrawals (booking_id);
create index withdrawals_email on withdrawals (email);

insert into state_edges (graph, from_state, to_state)
values
  ('withdrawal', 'open', 'accepted'),
  ('withdrawal', 'open', 'rejected');

create trigger guard_withdrawal_states before update on withdrawals
for each row execute function guard_state('withdrawal');
