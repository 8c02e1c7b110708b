-- Where companies are paid out to. Holder, IBAN and BIC are sealed together, bound to the company; the key's id stands in front.
create table bank_details (
  company_id uuid primary key references companies on delete cascade,
  sealed text not null,
  -- Null for a first entry: payouts wait after a change only (docs/spec.md#payout-readiness).
  changed_at timestamptz,
  confirmed_at timestamptz not null
);

-- Changes that wait for their link, and those whose undo link still works. Of a company only the newest waits.
create table bank_changes (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  token_hash text not null unique,
  sealed text not null,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  -- What stood there before, for the undo; null when there was nothing.
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

-- Payouts of a company stand still until the operator lifts the hold.
create table payout_holds (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies on delete cascade,
  cause text not null check (cause in ('bank_change_disputed')),
  placed_at timestamptz not null,
  lifted_at timestamptz
);
create unique index payout_holds_standing on payout_holds (company_id) where lifted_at is null;

-- The connected account of a company: the row stands before the PSP is asked, so that it is asked once.
create table payout_accounts (
  company_id uuid primary key references companies on delete cascade,
  attempt integer not null default 1,
  asked_at timestamptz not null,
  -- Null until the PSP answered; then companies.stripe_connect_account_id says the same.
  account_id text unique,
  can_be_paid boolean not null default false,
  details_submitted boolean not null default false,
  checked_at timestamptz,
  -- The PSP said no.
  refused_at timestamptz
);
