-- Tips: given by the customer when the work is done, to the company in full (docs/spec.md#tips). A tip is a booking of its own, as a supplement
-- is, without commission.
create table tips (
  -- The order that pays the tip; an unpaid one may be followed by another.
  order_id uuid primary key references bookings on delete cascade,
  booking_id uuid not null references bookings on delete cascade,
  company_id uuid not null references companies on delete cascade,
  amount_cents integer not null check (amount_cents between 100 and 20000),
  created_at timestamptz not null,
  given_at timestamptz
);
create index tips_booking on tips (booking_id);
-- One tip for a job, however many pages of payment were open.
create unique index tips_given_once on tips (booking_id) where given_at is not null;

create function guard_tip() returns trigger
language plpgsql as $$
begin
  if (old.order_id, old.booking_id, old.company_id, old.amount_cents) is distinct from (new.order_id, new.booking_id, new.company_id, new.amount_cents)
    or old.given_at is not null
  then
    raise exception 'tip % was ordered and is not changed', old.order_id;
  end if;
  return new;
end $$;
create trigger guard_tip before update on tips for each row execute function guard_tip();

-- `tips`: given by customers less refunds, as a credit; `tips_passed_on`: the same as a debit, passed on to the debt to the companies. So the
-- tips have an account of their own, while the company is owed one sum.
alter table ledger_entry drop constraint ledger_entry_account_check;
alter table ledger_entry add constraint ledger_entry_account_check check (
  account in (
    'psp_balance', 'bank', 'company_payable', 'company_receivable', 'payout_transit_transfer', 'payout_transit_sepa', 'dispute_hold',
    'customer_owed', 'psp_reserve', 'opening', 'tips', 'tips_passed_on', 'fee_revenue', 'subscription_revenue', 'vat_payable', 'psp_cost',
    'bank_cost'
  )
);

-- As in 0203, and a tip: confirmed only as given, at its amount, without commission.
create or replace function guard_supplement_booking() returns trigger
language plpgsql as $$
begin
  if exists (select from tips where tips.order_id = new.id) then
    if new.commission_basis_points is distinct from 0 or new.fee_cents is distinct from 0 then
      raise exception 'tip % is confirmed with a commission', new.id;
    end if;
    if not exists (
      select
      from tips
      where tips.order_id = new.id
        and tips.booking_id = new.parent_id
        and tips.company_id = new.company_id
        and tips.given_at is not null
        and tips.amount_cents = new.amount_cents
    ) then
      raise exception 'tip % is confirmed without being given', new.id;
    end if;
    return new;
  end if;
  if not exists (
    select
    from supplements
    where supplements.order_id = new.id
      and supplements.booking_id = new.parent_id
      and supplements.status = 'accepted'
      and supplements.total_cents = new.amount_cents
  ) and not exists (
    select
    from instalments
    where instalments.order_id = new.id
      and instalments.booking_id = new.parent_id
      and instalments.status = 'paid'
      and instalments.total_cents = new.amount_cents
  ) then
    raise exception 'booking % is confirmed without an accepted supplement or a due instalment', new.id;
  end if;
  return new;
end $$;

create or replace view invariant_supplement_order_is_accepted as
select bookings.id::text as subject, bookings.amount_cents::bigint as found_cents, 0::bigint as expected_cents
from bookings
where bookings.parent_id is not null
  and bookings.booking_status = 'confirmed'
  and not exists (select from supplements where supplements.order_id = bookings.id and supplements.status = 'accepted')
  and not exists (select from instalments where instalments.order_id = bookings.id and instalments.status = 'paid')
  and not exists (select from tips where tips.order_id = bookings.id and tips.given_at is not null);

-- A given tip is paid by its order, at its amount.
create view invariant_given_tip_is_paid as
select tips.order_id::text as subject, coalesce(bookings.amount_cents, 0)::bigint as found_cents, tips.amount_cents::bigint as expected_cents
from tips
left join bookings on bookings.id = tips.order_id and bookings.parent_id = tips.booking_id and bookings.paid_at is not null
where tips.given_at is not null and bookings.amount_cents is distinct from tips.amount_cents;

-- Per paid order of a tip: its two accounts have the amount less refunds, and the platform nothing. No other booking is in these accounts.
create view invariant_tip_is_in_its_account as
with
  entered as (
    select
      tx.booking_id,
      -sum(entry.amount_cents) filter (where entry.account = 'tips') as given,
      sum(entry.amount_cents) filter (where entry.account = 'tips_passed_on') as passed_on,
      -sum(entry.amount_cents) filter (where entry.account in ('fee_revenue', 'vat_payable')) as earned
    from ledger_tx as tx
    join ledger_entry as entry on entry.tx_id = tx.id
    where entry.account in ('tips', 'tips_passed_on')
      or (entry.account in ('fee_revenue', 'vat_payable') and tx.booking_id in (select order_id from tips))
    group by tx.booking_id
  ),
  paid as (
    select bookings.id, bookings.amount_cents - bookings.refunded_cents as left_cents
    from tips
    join bookings on bookings.id = tips.order_id
    where bookings.paid_at is not null
  )
select
  coalesce(paid.id, entered.booking_id)::text as subject,
  (coalesce(entered.given, 0) - coalesce(entered.earned, 0))::bigint as found_cents,
  coalesce(paid.left_cents, 0)::bigint as expected_cents
from paid
full join entered on entered.booking_id = paid.id
where coalesce(entered.given, 0) <> coalesce(paid.left_cents, 0)
  or coalesce(entered.passed_on, 0) <> coalesce(paid.left_cents, 0)
  or coalesce(entered.earned, 0) <> 0;

do $$
begin
  execute 'create or replace view invariant_violations as ' || rtrim(pg_get_viewdef('invariant_violations'), '; ') || '
    union all select ''givenTipIsPaid'', subject, found_cents, expected_cents from invariant_given_tip_is_paid
    union all select ''tipIsInItsAccount'', subject, found_cents, expected_cents from invariant_tip_is_in_its_account';
end $$;
