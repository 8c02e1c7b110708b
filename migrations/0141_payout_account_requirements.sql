-- What the PSP still asks a connected account for, by its names, and until when.
alter table payout_accounts
  add column open_requirements text[] not null default '{}',
  add column requirements_due_at timestamptz;
