-- Bookings, the files that customers attach to them, and the links that open them.

create table bookings (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  -- The same request sent twice while the payment is pending is one booking.
  request_hash text not null,
  service_title text not null,
  description text not null,
  booking_date date not null,
  booking_time time not null,
  location text not null,

  customer_name text not null,
  customer_email text not null,
  customer_phone text not null,
  -- Customers who do not say that they book as a business are consumers.
  customer_kind text not null default 'consumer' check (customer_kind in ('consumer', 'business')),
  -- The version of the text by which a consumer asked for the service to begin within the period of withdrawal.
  early_start_version text,

  booking_status text not null default 'pending' check (booking_status in ('pending', 'confirmed', 'cancelled')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'paid', 'completed', 'failed', 'refunded')),
  amount_cents integer not null check (amount_cents between 100 and 1000000),
  refunded_cents integer not null default 0,
  -- Written once, when the booking is paid, from the company's plan and the tax rate at that moment.
  commission_basis_points integer,
  vat_basis_points integer,
  fee_cents integer,
  payable_at timestamptz,
  paid_at timestamptz,
  payout_processed_at timestamptz,

  -- Cancelled for good: money that still arrives is refunded in full.
  cancelled_at timestamptz,
  cancelled_by text check (cancelled_by in ('operator', 'customer', 'withdrawal')),
  cancel_reason text,

  -- When the checkout expires; fixed before the PSP is called, so that a repeated call sends the same moment.
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (refunded_cents between 0 and amount_cents),
  check (fee_cents between 0 and amount_cents),
  check ((payment_status in ('pending', 'failed')) = (paid_at is null)),
  check ((paid_at is null) = (fee_cents is null and commission_basis_points is null and vat_basis_points is null and payable_at is null)),
  check ((payment_status = 'refunded') = (refunded_cents = amount_cents)),
  check (booking_status <> 'confirmed' or paid_at is not null),
  constraint bookings_cancelled_whole check (
    (cancelled_by is null) = (cancelled_at is null) and (cancelled_by is null) = (cancel_reason is null)
  ),
  constraint bookings_cancelled_for_good check (cancelled_by is null or booking_status = 'cancelled'),
  constraint bookings_early_start_consumer check (early_start_version is null or customer_kind = 'consumer')
);
create unique index bookings_pending_request on bookings (request_hash) where booking_status = 'pending';
create index bookings_expiring on bookings (expires_at) where booking_status = 'pending';
-- The company's list: newest first, or by appointment.
create index bookings_company on bookings (company_id, created_at desc);
create index bookings_company_date on bookings (company_id, booking_date, id);
-- The operator's list of bookings, in each of its orders, forwards and backwards.
create index bookings_newest on bookings (created_at, id);
create index bookings_appointment on bookings (booking_date, booking_time, id);
create index bookings_amount on bookings (amount_cents, id);
create index bookings_customer on bookings (customer_name collate "de-x-icu", id);
-- A declaration of withdrawal names its booking by number and address.
create index bookings_customer_email on bookings (customer_email);
-- Finds the booking that proves a review.
create index bookings_of_address on bookings (company_id, customer_email) where paid_at is not null;
-- Recent bookings, for the home page.
create index bookings_paid on bookings (paid_at, company_id) where booking_status = 'confirmed';
-- Bookings that are ready for payout (docs/spec.md#payout-readiness), by company.
create index bookings_payable on bookings (company_id, payable_at)
where payment_status = 'paid' and booking_status = 'confirmed' and payout_processed_at is null;
-- Refunded in full and in no standing payout; few rows, and even fewer were ever in a payout.
create index bookings_refunded_unsettled on bookings (company_id)
where payment_status = 'refunded' and payout_processed_at is null;

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

-- The texts that the operator's search of bookings compares, in two spellings. A separate table: payouts change the status of thousands of
-- bookings, and each change would otherwise write every trigram of the booking into the index again.
create table booking_texts (
  booking_id uuid primary key references bookings on delete cascade,
  search_text text not null
);
create index booking_texts_search on booking_texts using gin (search_text gin_trgm_ops);

create function booking_text(bookings) returns text
language sql stable strict parallel safe
return fold_text($1.customer_name || e'\n' || $1.service_title)
  || e'\n'
  || fold_digraphs($1.customer_name || e'\n' || $1.service_title)
  || e'\n'
  || lower($1.customer_email)
  || e'\n'
  || right($1.id::text, 8);

create function note_booking_text() returns trigger
language plpgsql as $$
begin
  insert into booking_texts (booking_id, search_text)
  values (new.id, booking_text(new))
  on conflict (booking_id) do update
  set search_text = excluded.search_text;
  return null;
end
$$;

create trigger note_booking_text after insert or update of customer_name, customer_email, service_title on bookings
for each row execute function note_booking_text();

-- Files that customers attach to a booking. The file is stored before its row is written: a crash can leave a file without a row, but never
-- a row without a file.
create table attachments (
  id uuid primary key default gen_random_uuid(),
  -- Hash of the uploader's cookie: only that browser may bind or remove the file.
  caller_hash text not null,
  -- When a booking is deleted, its files are unbound, and the sweep deletes them.
  booking_id uuid references bookings on delete set null,
  name text not null check (char_length(name) between 1 and 120),
  content_type text not null check (
    content_type in (
      'image/png', 'image/jpeg', 'application/pdf', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
    )
  ),
  bytes integer not null check (bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  storage_key text not null unique,
  uploaded_at timestamptz not null,
  -- Stays when the booking is deleted: a file is bound once.
  bound_at timestamptz,
  check (booking_id is null or bound_at is not null)
);
create index attachments_booking on attachments (booking_id) where booking_id is not null;
create index attachments_unbound on attachments (uploaded_at) where booking_id is null;

-- The secret links to a booking in a customer's mails: only hashes are stored, and each mail has its own link.
create table booking_links (
  token_hash text primary key,
  booking_id uuid not null references bookings on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > created_at)
);
create index booking_links_booking on booking_links (booking_id);
create index booking_links_expiry on booking_links (expires_at);
