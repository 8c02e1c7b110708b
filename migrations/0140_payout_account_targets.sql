-- The connected account's bank account is a payout target: it counts only after its mailed link, like bank details
-- (docs/decisions/0043-payout-targets.md).
alter table payout_accounts
  -- Fingerprint of the account's bank account at the PSP, and its label for people, as last read.
  add column target text,
  add column target_label text,
  -- The target whose mailed link the owner opened; payouts go to the account only while it equals `target`.
  add column confirmed_target text,
  -- The last confirmation or undo: payouts wait for 48 hours after it.
  add column changed_at timestamptz;

alter table bank_changes
  add column kind text not null default 'bank' check (kind in ('bank', 'account')),
  add column target text,
  add column target_label text,
  -- The target that was confirmed before, for the undo.
  add column previous_target text,
  alter column sealed drop not null,
  add constraint bank_changes_content check ((kind = 'bank') = (sealed is not null) and (kind = 'account') = (target is not null));

drop index bank_changes_waiting;
create unique index bank_changes_waiting on bank_changes (company_id, kind) where confirmed_at is null;
