-- Bookings, and the state graphs that the database enforces: every permitted change of status is a row, all others are refused.
create table state_edges (
  graph text not null,
  from_state text not null,
  to_state text not null,
  primary key (graph, from_state, to_state)
);

insert into state_edges (graph, from_state, to_state)
values
  ('booking', 'pending', 'confirmed'),
  ('booking', 'pending', 'cancelled'),
  ('booking', 'confirmed', 'cancelled'),
  ('booking', 'cancelled', 'confirmed'),
  ('payment', 'pending', 'paid'),
  ('payment', 'pending', 'failed'),
  ('payment', 'failed', 'paid'),
  ('payment', 'paid', 'completed'),
  ('payment', 'paid', 'refunded'),
  ('payment', 'completed', 'paid'),
  ('payment', 'completed', 'refunded');

create function refuse_unknown_edge(graph_name text, from_name text, to_name text) returns void
language plpgsql as $$
begin
  if from_name <> to_name and not exists (
    select 1
    from state_edges
    where graph = graph_name and from_state = from_name and to_state = to_name
  ) then
    raise exception '% cannot go from % to %', graph_name, from_name, to_name using errcode = 'check_violation';
  end if;
end
$$;

create table bookings (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  -- The same request sent twice while it waits for its payment is one booking.
  request_hash text not null,
  service_title text not null,
  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  location text not null,
  description text not null,
  booking_date date not null,
  booking_time time not null,
  amount_cents integer not null check (amount_cents between 100 and 1000000),
  refunded_cents integer not null default 0,
  booking_status text not null default 'pending' check (booking_status in ('pending', 'confirmed', 'cancelled')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'paid', 'completed', 'failed', 'refunded')),
  -- Written once, when the booking is paid, from the company's plan and the tax rate at that moment.
  commission_basis_points integer,
  vat_basis_points integer,
  fee_cents integer,
  payable_at timestamptz,
  paid_at timestamptz,
  payout_processed_at timestamptz,
  -- The checkout ends then; fixed before the PSP is called so that a repeated call sends the same moment.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (refunded_cents between 0 and amount_cents),
  check (fee_cents between 0 and amount_cents),
  check ((payment_status in ('pending', 'failed')) = (paid_at is null)),
  check ((paid_at is null) = (fee_cents is null and commission_basis_points is null and vat_basis_points is null and payable_at is null)),
  check ((payment_status = 'refunded') = (refunded_cents = amount_cents)),
  check (booking_status <> 'confirmed' or paid_at is not null)
);

create unique index bookings_pending_request on bookings (request_hash) where booking_status = 'pending';
create index bookings_company on bookings (company_id, created_at desc);
create index bookings_expiring on bookings (expires_at) where booking_status = 'pending';

create function guard_booking_states() returns trigger
language plpgsql as $$
begin
  perform refuse_unknown_edge('booking', old.booking_status, new.booking_status);
  perform refuse_unknown_edge('payment', old.payment_status, new.payment_status);
  -- Only money that arrives late brings a cancelled booking back (docs/spec.md#late-payment).
  if old.booking_status = 'cancelled' and new.booking_status = 'confirmed' and old.payment_status not in ('pending', 'failed') then
    raise exception 'a cancelled booking is confirmed by a late payment only' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger guard_booking_states before update on bookings
for each row execute function guard_booking_states();
