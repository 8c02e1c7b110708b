-- The PSP's own books, each balance transaction with its match in our ledger, what does not match, and the results of the nightly audit.

-- How far the PSP's books were read; durable, so that after a crash nothing is lost or read twice.
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
  -- The kind of the matching ledger transaction; null while it is unknown.
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

-- What does not match. A break closes itself when a match is found; breaks that cannot resolve themselves are closed by the operator.
create table reconciliation_breaks (
  id uuid primary key default uuidv7(),
  kind text not null,
  reference text not null,
  booking_id uuid references bookings,
  details jsonb not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  -- Of a break that the operator closed: who did it, and why.
  closed_by text,
  closed_reason text,
  unique (kind, reference),
  check ((closed_by is null) = (closed_reason is null)),
  check (closed_by is null or closed_at is not null)
);
create index breaks_open on reconciliation_breaks (found_at desc) where closed_at is null;
create index breaks_closed on reconciliation_breaks (found_at desc, id desc) where closed_at is not null;
create index breaks_newest on reconciliation_breaks (found_at desc, id desc);

-- The results of the nightly audit.
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
  -- Up to a hundred violations.
  findings jsonb not null
);
create index self_audits_newest on self_audits (started_at desc);
