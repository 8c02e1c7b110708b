-- The invariants of all money: one view each, whose rows are the violations with the found and the expected value. All views are always
-- empty; `invariant_violations` at the end reads them together.

create view invariant_ledger_tx_sums_to_zero as
select tx_id::text as subject, sum(amount_cents)::bigint as found_cents, 0::bigint as expected_cents
from ledger_entry
group by tx_id
having sum(amount_cents) <> 0;

create view invariant_ledger_sums_to_zero as
select 'ledger' as subject, sum(amount_cents)::bigint as found_cents, 0::bigint as expected_cents
from ledger_entry
having sum(amount_cents) <> 0;

-- The PSP's transactions change our balance by exactly what the ledger says, fees included.
create view invariant_psp_balance_matches as
with
  ledger as (
    select tx.id, tx.kind, tx.reference, sum(entry.amount_cents)::bigint as cents
    from ledger_tx as tx
    join ledger_entry as entry on entry.tx_id = tx.id
    where entry.account = 'psp_balance'
    group by tx.id
  )
select transactions.id as subject, ledger.cents as found_cents, transactions.amount_cents as expected_cents
from psp_transactions as transactions
join ledger on ledger.id = transactions.ledger_tx_id
where ledger.cents <> transactions.amount_cents
union all
select transactions.id, coalesce(ledger.cents, 0), -transactions.fee_cents
from psp_transactions as transactions
left join ledger on ledger.kind = 'processorFee' and ledger.reference = transactions.id
where coalesce(ledger.cents, 0) <> -transactions.fee_cents;

-- Per booking: paid out less reversed is at most paid less the fee.
create view invariant_paid_out_within_share as
with
  shares as (
    select tx.booking_id, -sum(entry.amount_cents)::bigint as cents
    from ledger_tx as tx
    join ledger_entry as entry on entry.tx_id = tx.id
    where tx.kind = 'charge' and entry.account = 'company_payable'
    group by tx.booking_id
  ),
  paid_out as (
    select booking_id, sum(amount_cents)::bigint as cents
    from payout_items
    where released_at is null
    group by booking_id
  )
select bookings.id::text as subject, paid_out.cents as found_cents, coalesce(shares.cents, 0) as expected_cents
from paid_out
join bookings on bookings.id = paid_out.booking_id
left join shares on shares.booking_id = paid_out.booking_id
where paid_out.cents > coalesce(shares.cents, 0) or shares.cents > bookings.amount_cents;

create view invariant_refunds_within_amount as
with
  refunded as (
    select
      booking_id,
      sum(amount_cents) filter (where status <> 'failed')::bigint as asked,
      sum(amount_cents) filter (where status = 'succeeded')::bigint as done
    from refunds
    group by booking_id
  ),
  lost as (
    select tx.booking_id, -sum(entry.amount_cents)::bigint as cents
    from ledger_tx as tx
    join ledger_entry as entry on entry.tx_id = tx.id
    where tx.kind = 'disputeLost' and entry.account in ('dispute_hold', 'psp_cost')
    group by tx.booking_id
  )
select
  bookings.id::text as subject,
  coalesce(refunded.asked, 0) as found_cents,
  bookings.amount_cents::bigint as expected_cents
from bookings
join refunded on refunded.booking_id = bookings.id
where refunded.asked > bookings.amount_cents
union all
select bookings.id::text, bookings.refunded_cents, coalesce(refunded.done, 0) + coalesce(lost.cents, 0)
from bookings
left join refunded on refunded.booking_id = bookings.id
left join lost on lost.booking_id = bookings.id
where bookings.refunded_cents <> coalesce(refunded.done, 0) + coalesce(lost.cents, 0);

-- Per booking: the fee is its rate of the amount left after refunds, and the ledger's fee and tax add up to it.
create view invariant_fee_follows_the_rate as
with
  earned as (
    select tx.booking_id, -sum(entry.amount_cents)::bigint as cents
    from ledger_tx as tx
    join ledger_entry as entry on entry.tx_id = tx.id
    where tx.booking_id is not null and entry.account in ('fee_revenue', 'vat_payable')
    group by tx.booking_id
  )
select
  bookings.id::text as subject,
  coalesce(earned.cents, 0) as found_cents,
  (((bookings.amount_cents - bookings.refunded_cents)::bigint * bookings.commission_basis_points + 5000) / 10000) as expected_cents
from bookings
left join earned on earned.booking_id = bookings.id
where bookings.paid_at is not null
  and (
    coalesce(earned.cents, 0) <> bookings.fee_cents
    or bookings.fee_cents <> ((bookings.amount_cents - bookings.refunded_cents)::bigint * bookings.commission_basis_points + 5000) / 10000
  );

create view invariant_paid_booking_has_its_charge as
select bookings.id::text as subject, coalesce(charged.cents, 0) as found_cents, bookings.amount_cents::bigint as expected_cents
from bookings
left join (
  select tx.reference, sum(entry.amount_cents)::bigint as cents
  from ledger_tx as tx
  join ledger_entry as entry on entry.tx_id = tx.id
  where tx.kind = 'charge' and entry.account = 'psp_balance'
  group by tx.reference
) as charged on charged.reference = bookings.id::text
where (bookings.paid_at is not null and coalesce(charged.cents, 0) <> bookings.amount_cents)
  or (bookings.paid_at is null and charged.cents is not null);

-- Per company: what we owe it less what it owes us = shares − payouts + reversals.
create view invariant_company_payable as
with
  owed as (
    select company_id, -sum(amount_cents)::bigint as cents
    from ledger_entry
    where account in ('company_payable', 'company_receivable')
    group by company_id
  ),
  shares as (
    select company_id, sum(amount_cents - refunded_cents - fee_cents)::bigint as cents
    from bookings
    where paid_at is not null
    group by company_id
  ),
  paid_out as (
    select company_id, sum(company_amount_cents - netted_cents)::bigint as cents
    from payouts
    where status <> 'failed'
    group by company_id
  ),
  reversed as (
    select payouts.company_id, sum(transfer_reversals.amount_cents)::bigint as cents
    from transfer_reversals
    join payouts on payouts.id = transfer_reversals.payout_id
    where transfer_reversals.status = 'succeeded' and payouts.status <> 'failed'
    group by payouts.company_id
  )
select
  company_id::text as subject,
  coalesce(owed.cents, 0) as found_cents,
  coalesce(shares.cents, 0) - coalesce(paid_out.cents, 0) + coalesce(reversed.cents, 0) as expected_cents
from owed
full join shares using (company_id)
full join paid_out using (company_id)
full join reversed using (company_id)
where coalesce(owed.cents, 0) <> coalesce(shares.cents, 0) - coalesce(paid_out.cents, 0) + coalesce(reversed.cents, 0);

-- No debt is negative: neither ours to a company nor a company's to us.
create view invariant_no_account_below_zero as
select account || ' ' || company_id as subject, sum(amount_cents)::bigint as found_cents, 0::bigint as expected_cents
from ledger_entry
where account in ('company_payable', 'company_receivable')
group by account, company_id
having (account = 'company_payable' and sum(amount_cents) > 0) or (account = 'company_receivable' and sum(amount_cents) < 0);

create view invariant_transit_is_pending_payouts as
with
  transit as (
    select replace(account, 'payout_transit_', '') as rail, -sum(amount_cents)::bigint as cents
    from ledger_entry
    where account in ('payout_transit_transfer', 'payout_transit_sepa')
    group by account
  ),
  pending as (
    select rail, sum(company_amount_cents - netted_cents)::bigint as cents
    from payouts
    where status = 'pending'
    group by rail
  )
select rail as subject, coalesce(transit.cents, 0) as found_cents, coalesce(pending.cents, 0) as expected_cents
from transit
full join pending using (rail)
where coalesce(transit.cents, 0) <> coalesce(pending.cents, 0);

-- A dispute may be open before the bank takes the money.
create view invariant_dispute_hold_is_open_disputes as
select 'dispute_hold' as subject, held.cents as found_cents, disputed.cents as expected_cents
from
  (select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_entry where account = 'dispute_hold') as held,
  (select coalesce(sum(amount_cents), 0)::bigint as cents from disputes where status = 'open' and held_at is not null) as disputed
where held.cents <> disputed.cents;

-- `revenue_lines`, a copy, equals the sums of the entries.
create view invariant_revenue_follows_the_ledger as
select
  coalesce(copied.tx_id, entered.tx_id)::text as subject,
  coalesce(copied.booking_cents + copied.subscription_cents, 0) as found_cents,
  coalesce(entered.booking_cents + entered.subscription_cents, 0) as expected_cents
from revenue_lines as copied
full join revenue_of_entries as entered using (tx_id)
where (copied.tx_id, copied.kind, copied.company_id, copied.on_day, copied.booking_cents, copied.fee_cents, copied.subscription_cents, copied.vat_cents)
  is distinct from
  (entered.tx_id, entered.kind, entered.company_id, entered.on_day, entered.booking_cents, entered.fee_cents, entered.subscription_cents, entered.vat_cents);

-- What a booking bought adds up to what it costs.
create view invariant_items_sum_to_amount as
select bookings.id::text as subject, sum(item.total_cents)::bigint as found_cents, bookings.amount_cents::bigint as expected_cents
from bookings
join booking_items as item on item.booking_id = bookings.id
group by bookings.id
having sum(item.total_cents) <> bookings.amount_cents;

create view invariant_violations as
select 'ledgerTxSumsToZero' as invariant, subject, found_cents, expected_cents from invariant_ledger_tx_sums_to_zero
union all
select 'ledgerSumsToZero', subject, found_cents, expected_cents from invariant_ledger_sums_to_zero
union all
select 'pspBalanceMatches', subject, found_cents, expected_cents from invariant_psp_balance_matches
union all
select 'paidOutWithinShare', subject, found_cents, expected_cents from invariant_paid_out_within_share
union all
select 'refundsWithinAmount', subject, found_cents, expected_cents from invariant_refunds_within_amount
union all
select 'feeFollowsTheRate', subject, found_cents, expected_cents from invariant_fee_follows_the_rate
union all
select 'paidBookingHasItsCharge', subject, found_cents, expected_cents from invariant_paid_booking_has_its_charge
union all
select 'companyPayable', subject, found_cents, expected_cents from invariant_company_payable
union all
select 'noAccountBelowZero', subject, found_cents, expected_cents from invariant_no_account_below_zero
union all
select 'transitIsPendingPayouts', subject, found_cents, expected_cents from invariant_transit_is_pending_payouts
union all
select 'disputeHoldIsOpenDisputes', subject, found_cents, expected_cents from invariant_dispute_hold_is_open_disputes
union all
select 'revenueFollowsTheLedger', subject, found_cents, expected_cents from invariant_revenue_follows_the_ledger
union all
select 'itemsSumToAmount', subject, found_cents, expected_cents from invariant_items_sum_to_amount;
