-- A refund may fail days after it succeeded: the customer's bank sends the money back. It is with us again and owed to the customer
-- (account customer_owed); the booking stays reduced, because the decision to refund stands. A later refund pays what is owed first.
-- `psp_reserve`: money that the PSP holds back. `opening`: what the PSP's balance held before the product began.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in (
    'psp_balance', 'bank', 'company_payable', 'company_receivable', 'payout_transit_transfer', 'payout_transit_sepa', 'dispute_hold',
    'customer_owed', 'psp_reserve', 'opening', 'fee_revenue', 'subscription_revenue', 'vat_payable', 'psp_cost', 'bank_cost'
  )
);

alter table refunds
  add column returned_at timestamptz,
  -- The part of the amount that pays what came back of earlier refunds; it does not reduce the booking again.
  add column owed_cents integer not null default 0,
  add constraint refunds_returned_have_failed check (returned_at is null or status = 'failed'),
  add constraint refunds_owed_within_amount check (owed_cents between 0 and amount_cents);

insert into state_edges (graph, from_state, to_state)
values ('refund', 'succeeded', 'failed');

-- However many requests arrive at once, refunds never reduce a booking by more than was paid, nor pay more than came back.
create or replace function guard_refund_sum() returns trigger
language plpgsql as $$
declare
  paid integer;
  back bigint;
  owed bigint;
begin
  select amount_cents into paid from bookings where id = new.booking_id and paid_at is not null for no key update;
  select
    sum(amount_cents - owed_cents) filter (where status <> 'failed' or returned_at is not null),
    coalesce(sum(amount_cents) filter (where returned_at is not null), 0)
      - coalesce(sum(owed_cents) filter (where status <> 'failed' or returned_at is not null), 0)
  into back, owed
  from refunds
  where booking_id = new.booking_id;
  if paid is null or back > paid or owed < 0 then
    raise exception 'refunds of booking % come to % of %, owed %', new.booking_id, back, coalesce(paid, 0), owed
      using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create or replace view invariant_refunds_within_amount as
with
  refunded as (
    select
      booking_id,
      sum(amount_cents - owed_cents) filter (where status <> 'failed' or returned_at is not null)::bigint as asked,
      sum(amount_cents - owed_cents) filter (where status = 'succeeded' or returned_at is not null)::bigint as done
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

-- Per booking: owed to the customer is what came back of refunds less what was paid of it since.
create view invariant_customer_owed_came_back as
with
  entered as (
    select tx.booking_id, -sum(entry.amount_cents)::bigint as cents
    from ledger_entry as entry
    join ledger_tx as tx on tx.id = entry.tx_id
    where entry.account = 'customer_owed'
    group by tx.booking_id
  ),
  came_back as (
    select
      booking_id,
      coalesce(sum(amount_cents) filter (where returned_at is not null), 0)
        - coalesce(sum(owed_cents) filter (where status = 'succeeded' or returned_at is not null), 0) as cents
    from refunds
    group by booking_id
  )
select booking_id::text as subject, coalesce(entered.cents, 0) as found_cents, coalesce(came_back.cents, 0)::bigint as expected_cents
from entered
full join came_back using (booking_id)
where coalesce(entered.cents, 0) <> coalesce(came_back.cents, 0);

do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ')
    || ' union all select ''customerOwedCameBack'', subject, found_cents, expected_cents from invariant_customer_owed_came_back';
end
$$;
