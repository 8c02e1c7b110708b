-- Checkouts and their settlement, the events that told us of them, refunds, breaks, and the double-entry ledger.
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
  -- When the PSP itself last told, and when it told that nothing more can come of the session: it is paid or expired there.
  checked_at timestamptz,
  closed_at timestamptz,
  unique (booking_id, attempt)
);
create index checkouts_starting on checkouts (expires_at) where status = 'starting';
create index checkouts_unclosed on checkouts (checked_at nulls first) where closed_at is null and session_id is not null;

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

create table refunds (
  id uuid primary key default uuidv7(),
  booking_id uuid not null references bookings,
  checkout_id uuid not null references checkouts,
  payment_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
  psp_refund_id text unique,
  requested_at timestamptz not null,
  settled_at timestamptz
);
create index refunds_pending on refunds (requested_at) where status = 'pending';

-- What does not match. A break closes itself when it is matched (settled_at).
create table reconciliation_breaks (
  id uuid primary key default uuidv7(),
  kind text not null,
  reference text not null,
  booking_id uuid references bookings,
  details jsonb not null,
  found_at timestamptz not null,
  closed_at timestamptz,
  unique (kind, reference)
);

create table ledger_tx (
  id uuid primary key default uuidv7(),
  kind text not null,
  reference text not null,
  booking_id uuid references bookings,
  occurred_at timestamptz not null,
  -- The database transaction that wrote it: no line is added to it later.
  written_by xid8 not null default pg_current_xact_id(),
  unique (kind, reference)
);

create table ledger_entry (
  id uuid primary key default uuidv7(),
  tx_id uuid not null references ledger_tx,
  account text not null check (
    account in (
      'psp_balance', 'bank', 'company_payable', 'company_receivable', 'payout_transit', 'dispute_hold',
      'fee_revenue', 'subscription_revenue', 'vat_payable', 'psp_cost', 'bank_cost'
    )
  ),
  company_id uuid references companies,
  -- Debits are positive, credits negative.
  amount_cents bigint not null check (amount_cents <> 0),
  check ((account in ('company_payable', 'company_receivable')) = (company_id is not null))
);
create index ledger_entry_tx on ledger_entry (tx_id);
create index ledger_entry_account on ledger_entry (account, company_id);

create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

create trigger ledger_tx_append_only before update or delete on ledger_tx
for each row execute function refuse_change();
create trigger ledger_entry_append_only before update or delete on ledger_entry
for each row execute function refuse_change();
create trigger ledger_tx_not_truncated before truncate on ledger_tx
for each statement execute function refuse_change();
create trigger ledger_entry_not_truncated before truncate on ledger_entry
for each statement execute function refuse_change();

create function refuse_late_entry() returns trigger
language plpgsql as $$
begin
  if not exists (select 1 from ledger_tx where id = new.tx_id and written_by = pg_current_xact_id()) then
    raise exception 'ledger transaction % is closed', new.tx_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger ledger_entry_not_late before insert on ledger_entry
for each row execute function refuse_late_entry();

create function ledger_tx_balances() returns trigger
language plpgsql as $$
declare
  touched uuid := case when tg_table_name = 'ledger_tx' then new.id else (to_jsonb(new) ->> 'tx_id')::uuid end;
  total bigint;
begin
  select sum(amount_cents) into total from ledger_entry where tx_id = touched;
  if total is distinct from 0 then
    raise exception 'ledger transaction % sums to %', touched, coalesce(total::text, 'nothing') using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create constraint trigger ledger_tx_balances after insert on ledger_tx
deferrable initially deferred for each row execute function ledger_tx_balances();
create constraint trigger ledger_entry_balances after insert on ledger_entry
deferrable initially deferred for each row execute function ledger_tx_balances();
