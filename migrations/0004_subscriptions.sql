-- Subscriptions: the last known state at the PSP, its invoices, and the attempts to start one. Their fields on a company (plan, premium,
-- status) are copies for readers of companies.

create table subscriptions (
  -- One per company.
  company_id uuid primary key references companies,
  psp_id text not null unique,
  customer_id text not null,
  status text not null check (status in ('active', 'past_due', 'unpaid', 'canceled')),
  paid_plan text check (paid_plan in ('basic', 'premium')),
  renews_as text check (renews_as in ('basic', 'premium')),
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null,
  -- Counts the cancellations: each is notified once.
  cancellations integer not null default 0,
  past_due_since timestamptz,
  started_at timestamptz not null,
  ended_at timestamptz,
  latest_invoice_id text,
  -- The number of the read at the PSP that this row is from: a read that began earlier never overwrites the row.
  look bigint not null,
  -- Counts the changes that we requested from the PSP: each has its own idempotency key.
  changes integer not null default 0,
  checked_at timestamptz not null,
  check ((status = 'past_due') = (past_due_since is not null)),
  check (status <> 'canceled' or ended_at is not null)
);
create index subscriptions_checked on subscriptions (checked_at) where status <> 'canceled';

create sequence subscription_looks;

create table subscription_checkouts (
  id uuid primary key default uuidv7(),
  company_id uuid not null references companies,
  plan text not null check (plan in ('basic', 'premium')),
  price_cents integer not null check (price_cents > 0),
  status text not null default 'starting' check (status in ('starting', 'open', 'paid', 'expired', 'failed')),
  -- Null until the PSP answered.
  session_id text unique,
  url text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- When the PSP was last read, and when it said that the session is final.
  checked_at timestamptz,
  closed_at timestamptz
);
create unique index subscription_checkouts_open on subscription_checkouts (company_id) where status in ('starting', 'open');
create index subscription_checkouts_unclosed on subscription_checkouts (checked_at nulls first)
where closed_at is null and session_id is not null;

create table subscription_invoices (
  id text primary key,
  company_id uuid not null references companies,
  subscription_id text not null,
  number text,
  status text not null check (status in ('draft', 'open', 'paid', 'uncollectible', 'void')),
  amount_due_cents integer not null,
  amount_paid_cents integer not null,
  period_start timestamptz not null,
  period_end timestamptz not null,
  paid_at timestamptz,
  hosted_url text,
  pdf_url text,
  -- When it was posted to the ledger, and at which tax rate (tax included).
  posted_at timestamptz,
  vat_basis_points integer,
  check ((posted_at is null) = (vat_basis_points is null))
);
create index subscription_invoices_company on subscription_invoices (company_id, period_start desc);
