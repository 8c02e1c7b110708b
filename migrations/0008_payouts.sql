-- Payouts to companies: bank details, runs and the companies they skipped, bank files, payouts with their items, returned money.

-- Where companies are paid out to. Holder, IBAN and BIC are sealed together, bound to the company; the key's id is the prefix.
create table bank_details (
  company_id uuid primary key references companies on delete cascade,
  sealed text not null,
  -- Null for a first entry: payouts wait after a change only (docs/spec.md#payout-readiness).
  changed_at timestamptz,
  confirmed_at timestamptz not null
);

-- Changes that wait for their confirmation link, and those whose undo link is still valid. Of each company only the newest waits.
create table bank_changes (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  sealed text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- The previous details, for the undo; null when there were none.
  previous_sealed text,
  undo_token_hash text unique,
  undo_expires_at timestamptz,
  undone_at timestamptz,
  check ((confirmed_at is null) = (undo_token_hash is null)),
  check ((confirmed_at is null) = (undo_expires_at is null)),
  check (undone_at is null or confirmed_at is not null)
);
create unique index bank_changes_waiting on bank_changes (company_id) where confirmed_at is null;
create index bank_changes_confirmed on bank_changes (company_id, confirmed_at) where confirmed_at is not null;

-- Payouts of a company are stopped until the operator lifts the hold.
create table payout_holds (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  cause text not null check (cause in ('bank_change_disputed')),
  placed_at timestamptz not null,
  lifted_at timestamptz
);
create unique index payout_holds_standing on payout_holds (company_id) where lifted_at is null;

-- The connected account of a company: the row is written before the PSP is called, so that only one account is opened.
create table payout_accounts (
  company_id uuid primary key references companies on delete cascade,
  attempt integer not null default 1,
  asked_at timestamptz not null,
  -- Null until the PSP answered; then companies.stripe_connect_account_id says the same.
  account_id text unique,
  can_be_paid boolean not null default false,
  details_submitted boolean not null default false,
  checked_at timestamptz,
  -- The PSP refused to open the account.
  refused_at timestamptz
);

-- When the schedule pays out next: weekly and on every bank day.
create table payout_settings (
  rhythm text primary key check (rhythm in ('weekly', 'daily')),
  next_payout_date timestamptz not null,
  last_payout_date timestamptz,
  created_at timestamptz not null
);

create table payout_runs (
  id uuid primary key default uuidv7(),
  trigger text not null check (trigger in ('weekly', 'hourly', 'schedule')),
  -- Which bookings are due: all, those whose appointment is over, or those whose day of grace is over, too.
  takes text not null check (takes in ('everything', 'past', 'payable')),
  -- Which companies: all, or those paid out weekly or every bank day.
  rhythms text[] not null check (rhythms <@ array['weekly', 'daily'] and cardinality(rhythms) > 0),
  started_at timestamptz not null,
  -- Companies are claimed in the order of their ids, up to this one; `claimed_at` is set once all are claimed.
  claimed_up_to uuid,
  claimed_at timestamptz,
  finished_at timestamptz
);
create unique index payout_runs_open on payout_runs ((true)) where claimed_at is null;
create index payout_runs_unfinished on payout_runs (started_at) where finished_at is null;

-- Companies that a run skipped: one row, and one mail, per cause and week.
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
  -- The account of the company when the transfer was claimed.
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
  -- 'stopped': a transfer in a bank file that was withdrawn before anybody downloaded it.
  error_code text check (error_code in ('refused', 'uncovered', 'unconfirmed', 'stopped', 'bankDeleted', 'returned')),
  error_message text,
  stripe_transfer_id text unique,
  attempt integer not null default 1,
  -- When the PSP was first called for this transfer, and until when a sender holds the lease.
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
create index payouts_amount on payouts (company_amount_cents, id);
create index payouts_pending on payouts (rail, leased_until nulls first) where status = 'pending';
create index payouts_sepa_file on payouts (sepa_file_id) where sepa_file_id is not null;

insert into state_edges (graph, from_state, to_state)
values
  ('payout', 'pending', 'completed'),
  ('payout', 'pending', 'failed'),
  -- Money that came back from the company's bank.
  ('payout', 'completed', 'failed');

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

create trigger payouts_not_deleted before delete on payouts
for each row execute function refuse_change();

-- What a payout pays for: the ledger entry of what we owe for a booking. An entry belongs to at most one payout that did not fail.
-- `guard_payout_items` replaces foreign keys.
create table payout_items (
  payout_id uuid not null,
  booking_id uuid not null,
  ledger_entry_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  released_at timestamptz,
  primary key (payout_id, booking_id)
);
create unique index payout_items_paid_once on payout_items (ledger_entry_id) where released_at is null;
create index payout_items_booking on payout_items (booking_id) where released_at is null;
create index payout_items_released on payout_items (booking_id) where released_at is not null;

-- A foreign key is checked, and its row locked, for each line; a claim has twenty thousand lines. One query over all lines of a statement
-- replaces these checks, and checks more: each line is what we owe for its booking's charge, to the company that is paid. None of the
-- referenced rows is ever deleted: the ledger is append-only, a charge protects its booking, and payouts stay.
create function guard_payout_items() returns trigger
language plpgsql
-- A connection keeps the plan of its first call: the plan for one line would serve calls with thousands, and the other way round.
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
  wrong uuid;
begin
  select item.booking_id into wrong
  from written as item
  where not exists (
    select 1
    from ledger_tx as head
    join ledger_entry as entry on entry.tx_id = head.id and entry.account = 'company_payable'
    join payouts as payout on payout.company_id = entry.company_id
    where head.booking_id = item.booking_id
      and head.kind = 'charge'
      and entry.id = item.ledger_entry_id
      and payout.id = item.payout_id
  )
  limit 1;
  if found then
    raise exception 'booking % is paid out by a line that is not its own', wrong using errcode = 'foreign_key_violation';
  end if;
  return null;
end
$$;

create trigger guard_payout_items after insert on payout_items
referencing new table as written
for each statement execute function guard_payout_items();

create function refuse_another_line() returns trigger
language plpgsql as $$
begin
  raise exception 'what a payout pays for never changes' using errcode = 'check_violation';
end
$$;

create trigger payout_items_stay_theirs before update of payout_id, booking_id, ledger_entry_id on payout_items
for each row execute function refuse_another_line();

-- Money to be reclaimed from a company's account after a refund or a lost dispute of a booking that was paid out by transfer.
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

insert into state_edges (graph, from_state, to_state)
values
  ('reversal', 'pending', 'succeeded'),
  ('reversal', 'pending', 'failed');

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

-- What a company owes us and the next payout may deduct. Amounts with a reversal under way are excluded, or they would be taken twice.
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
