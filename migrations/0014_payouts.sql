-- Payouts to companies: runs, payouts with what they pay for, files for the bank, and who was left out and why.

-- Money on its way differs by rail: a transfer leaves the balance at the PSP, a bank file leaves our bank account.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in (
    'psp_balance', 'bank', 'company_payable', 'company_receivable', 'payout_transit_transfer', 'payout_transit_sepa', 'dispute_hold',
    'fee_revenue', 'subscription_revenue', 'vat_payable', 'psp_cost', 'bank_cost'
  )
);

insert into state_edges (graph, from_state, to_state)
values
  ('payout', 'pending', 'completed'),
  ('payout', 'pending', 'failed'),
  -- Money that came back from the company's bank.
  ('payout', 'completed', 'failed');

create table payout_runs (
  id uuid primary key default uuidv7(),
  trigger text not null check (trigger in ('weekly', 'hourly', 'schedule')),
  -- Which bookings are due: all of them, those whose appointment is over, those whose day of grace is over, too.
  takes text not null check (takes in ('everything', 'past', 'payable')),
  -- Which companies: all of them, or those that are paid out once a week or every bank day.
  rhythms text[] not null check (rhythms <@ array['weekly', 'daily'] and cardinality(rhythms) > 0),
  started_at timestamptz not null,
  -- The companies up to here are claimed, in the order of their ids; all of them are once `claimed_at` is set.
  claimed_up_to uuid,
  claimed_at timestamptz,
  finished_at timestamptz
);
create unique index payout_runs_open on payout_runs ((true)) where claimed_at is null;
create index payout_runs_unfinished on payout_runs (started_at) where finished_at is null;

create table sepa_files (
  id uuid primary key default uuidv7(),
  run_id uuid not null references payout_runs,
  -- Unique at the bank, also the name of the file.
  message_id text not null unique,
  -- The whole file, encrypted: it holds the bank details of companies.
  sealed text not null,
  transfers integer not null check (transfers > 0),
  total_cents bigint not null check (total_cents > 0),
  execution_on date not null,
  created_at timestamptz not null,
  downloaded_at timestamptz,
  executed_at timestamptz
);
create index sepa_files_newest on sepa_files (created_at desc);

create table payouts (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  run_id uuid not null references payout_runs,
  rail text not null check (rail in ('transfer', 'sepa')),
  -- Where a transfer goes: the account the company had when it was claimed.
  account_id text,
  -- The first and the last appointment that is paid for.
  period_start date not null,
  period_end date not null,
  bookings integer not null check (bookings > 0),
  -- What customers paid less what was refunded, and our fee of it.
  amount_cents bigint not null check (amount_cents >= 0),
  platform_fee_cents bigint not null check (platform_fee_cents >= 0),
  -- What we owed for these bookings, and how much of it the company owed us.
  company_amount_cents bigint not null check (company_amount_cents > 0),
  netted_cents bigint not null check (netted_cents between 0 and company_amount_cents),
  status text not null default 'pending' check (status in ('pending', 'completed', 'failed')),
  error_code text check (error_code in ('refused', 'uncovered', 'unconfirmed', 'bankDeleted', 'returned')),
  error_message text,
  stripe_transfer_id text unique,
  attempt integer not null default 1,
  -- When the PSP was first asked for this transfer, and until when somebody is at it.
  sent_at timestamptz,
  leased_until timestamptz,
  sepa_file_id uuid references sepa_files,
  processed_at timestamptz,
  returned_at timestamptz,
  created_at timestamptz not null,
  unique (run_id, company_id),
  check ((status = 'failed') = (error_code is not null)),
  check ((status = 'pending') = (processed_at is null)),
  check (returned_at is null or status = 'failed'),
  check (rail = 'sepa' or sepa_file_id is null),
  check (rail = 'sepa' or account_id is not null)
);
create index payouts_company on payouts (company_id, id desc);
create index payouts_newest on payouts (created_at desc, id desc);
create index payouts_pending on payouts (rail, leased_until nulls first) where status = 'pending';
create index payouts_sepa_file on payouts (sepa_file_id) where sepa_file_id is not null;

create function guard_payout_states() returns trigger
language plpgsql as $$
begin
  perform refuse_unknown_edge('payout', old.status, new.status);
  if old.status = 'completed' and new.status = 'failed' and new.returned_at is null then
    raise exception 'a completed payout fails only when its money was returned' using errcode = 'check_violation';
  end if;
  if (new.company_id, new.run_id, new.rail, new.company_amount_cents, new.netted_cents)
    is distinct from (old.company_id, old.run_id, old.rail, old.company_amount_cents, old.netted_cents) then
    raise exception 'what a payout pays never changes' using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger guard_payout_states before update on payouts
for each row execute function guard_payout_states();

-- What a payout pays for: the line of the ledger that says what we owe for a booking. Of payouts that did not fail, one pays a line.
create table payout_items (
  payout_id uuid not null references payouts,
  booking_id uuid not null references bookings,
  ledger_entry_id uuid not null references ledger_entry,
  amount_cents integer not null check (amount_cents > 0),
  released_at timestamptz,
  primary key (payout_id, booking_id)
);
create unique index payout_items_paid_once on payout_items (ledger_entry_id) where released_at is null;
create index payout_items_booking on payout_items (booking_id) where released_at is null;
create index payout_items_released on payout_items (booking_id) where released_at is not null;

-- Bookings that are ready for payout (docs/spec.md#payout-readiness), by company.
create index bookings_payable on bookings (company_id, payable_at)
where payment_status = 'paid' and booking_status = 'confirmed' and payout_processed_at is null;

-- Refunded in full and in no payout that stands; few, and fewer still were ever in one.
create index bookings_refunded_unsettled on bookings (company_id)
where payment_status = 'refunded' and payout_processed_at is null;

-- When the schedule pays out next: weekly and on every bank day.
create table payout_settings (
  rhythm text primary key check (rhythm in ('weekly', 'daily')),
  next_payout_date timestamptz not null,
  last_payout_date timestamptz,
  created_at timestamptz not null
);

-- Companies that a run left out: one row, and one mail, per cause and week.
create table payout_skips (
  company_id uuid not null references companies,
  cause text not null,
  -- The Monday of the week.
  week_on date not null,
  run_id uuid not null references payout_runs,
  amount_cents bigint not null,
  created_at timestamptz not null,
  primary key (company_id, cause, week_on)
);
