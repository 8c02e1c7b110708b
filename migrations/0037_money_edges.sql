-- Edges of money that a second reading found.

-- The key an operator's order came with: one that comes again makes no second refund, whatever became of its first answer.
alter table refunds
  add column request_key text unique;

-- Of a transfer in a bank file that was kept back before anybody downloaded it.
alter table payouts
  drop constraint payouts_error_code_check,
  add constraint payouts_error_code_check check (error_code in ('refused', 'uncovered', 'unconfirmed', 'stopped', 'bankDeleted', 'returned'));

-- A dispute may be open before the bank takes the money.
create or replace view invariant_dispute_hold_is_open_disputes as
select 'dispute_hold' as subject, held.cents as found_cents, disputed.cents as expected_cents
from
  (select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entry where account = 'dispute_hold') as held,
  (select coalesce(sum(amount_cents), 0)::bigint as cents from disputes where status = 'open' and held_at is not null) as disputed
where held.cents <> disputed.cents;
