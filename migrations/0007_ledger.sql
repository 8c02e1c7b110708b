-- The double-entry ledger of all money, and the revenue derived from it. Append-only: a wrong entry is corrected by an opposite entry.

create table ledger_tx (
  id uuid primary key default uuidv7(),
  kind text not null,
  reference text not null,
  booking_id uuid references bookings,
  occurred_at timestamptz not null,
  -- The database transaction that wrote the head: no line can be added later.
  written_by xid8 not null default pg_current_xact_id(),
  unique (kind, reference)
);
-- The value of each booking is read by index-only scans, here and in `ledger_entry_payable`.
create index ledger_tx_booking on ledger_tx (booking_id) include (id, kind) where booking_id is not null;

create table ledger_entry (
  id uuid primary key default uuidv7(),
  tx_id uuid not null references ledger_tx,
  -- Money on its way differs by rail: a transfer leaves the balance at the PSP, a bank file leaves our bank account.
  account text not null check (
    account in (
      'psp_balance', 'bank', 'company_payable', 'company_receivable', 'payout_transit_transfer', 'payout_transit_sepa', 'dispute_hold',
      'fee_revenue', 'subscription_revenue', 'vat_payable', 'psp_cost', 'bank_cost'
    )
  ),
  company_id uuid references companies,
  -- Debits are positive, credits negative.
  amount_cents bigint not null check (amount_cents <> 0),
  check ((account in ('company_payable', 'company_receivable')) = (company_id is not null))
);
create index ledger_entry_tx on ledger_entry (tx_id);
create index ledger_entry_account on ledger_entry (account, company_id) include (amount_cents);
create index ledger_entry_payable on ledger_entry (tx_id) include (id, company_id, amount_cents) where account = 'company_payable';

create trigger ledger_tx_append_only before update or delete on ledger_tx
for each row execute function refuse_change();
create trigger ledger_entry_append_only before update or delete on ledger_entry
for each row execute function refuse_change();
create trigger ledger_tx_not_truncated before truncate on ledger_tx
for each statement execute function refuse_change();
create trigger ledger_entry_not_truncated before truncate on ledger_entry
for each statement execute function refuse_change();

create function refuse_late_entry() returns trigger
language plpgsql as $$
begin
  if not exists (select 1 from ledger_tx where id = new.tx_id and written_by = pg_current_xact_id()) then
    raise exception 'ledger transaction % is closed', new.tx_id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger ledger_entry_not_late before insert on ledger_entry
for each row execute function refuse_late_entry();

create function ledger_tx_balances() returns trigger
language plpgsql as $$
declare
  touched uuid := case when tg_table_name = 'ledger_tx' then new.id else (to_jsonb(new) ->> 'tx_id')::uuid end;
  total bigint;
begin
  select sum(amount_cents) into total from ledger_entry where tx_id = touched;
  if total is distinct from 0 then
    raise exception 'ledger transaction % sums to %', touched, coalesce(total::text, 'nothing') using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create constraint trigger ledger_tx_balances after insert on ledger_tx
deferrable initially deferred for each row execute function ledger_tx_balances();
create constraint trigger ledger_entry_balances after insert on ledger_entry
deferrable initially deferred for each row execute function ledger_tx_balances();

-- The revenue of each ledger transaction, from its entries: bookings less refunds, our fee and the tax included in it.
create view revenue_of_entries as
select
  tx.id as tx_id,
  tx.kind,
  bookings.company_id,
  (tx.occurred_at at time zone 'Europe/Berlin')::date as on_day,
  coalesce(
    -sum(entry.amount_cents) filter (where entry.account in ('company_payable', 'company_receivable', 'fee_revenue', 'vat_payable')), 0
  )::bigint as booking_cents,
  coalesce(-sum(entry.amount_cents) filter (where entry.account in ('fee_revenue', 'vat_payable')), 0)::bigint as fee_cents,
  0::bigint as subscription_cents,
  coalesce(-sum(entry.amount_cents) filter (where entry.account = 'vat_payable'), 0)::bigint as vat_cents
from ledger_tx as tx
join ledger_entry as entry on entry.tx_id = tx.id
join bookings on bookings.id = tx.booking_id
where tx.kind in ('charge', 'refund', 'disputeLost')
group by tx.id, bookings.company_id
union all
select
  tx.id,
  tx.kind,
  null,
  (tx.occurred_at at time zone 'Europe/Berlin')::date,
  0,
  0,
  coalesce(-sum(entry.amount_cents) filter (where entry.account in ('subscription_revenue', 'vat_payable')), 0)::bigint,
  coalesce(-sum(entry.amount_cents) filter (where entry.account = 'vat_payable'), 0)::bigint
from ledger_tx as tx
join ledger_entry as entry on entry.tx_id = tx.id
where tx.kind = 'subscription'
group by tx.id;

-- The same as a table, one short row per fact: a copy for reading, so that years of bookings need not be summed up each time. Only the
-- trigger on ledger entries writes it.
create table revenue_lines (
  tx_id uuid primary key references ledger_tx,
  kind text not null check (kind in ('charge', 'refund', 'disputeLost', 'subscription')),
  -- Null for subscriptions, which are revenue of the platform alone.
  company_id uuid references companies,
  -- The day in Berlin on which it happened: a refund counts when it was made, not when the booking was paid.
  on_day date not null,
  booking_cents integer not null,
  fee_cents integer not null,
  subscription_cents integer not null,
  vat_cents integer not null,
  check ((kind = 'subscription') = (company_id is null))
);
create index revenue_lines_day on revenue_lines (on_day);

-- Runs after each statement that writes entries, in its transaction. The heads are looked up one by one (limit 1 enforces this): a
-- connection keeps the plan of its first statement, and the plan of a large one would read all heads for every small one.
create function note_revenue() returns trigger
language plpgsql as $$
begin
  insert into revenue_lines as known (tx_id, kind, company_id, on_day, booking_cents, fee_cents, subscription_cents, vat_cents)
  select
    sums.tx_id,
    tx.kind,
    tx.company_id,
    tx.on_day,
    case when tx.company_id is null then 0 else sums.share + sums.fee + sums.vat end,
    case when tx.company_id is null then 0 else sums.fee + sums.vat end,
    case when tx.company_id is null then sums.subscription + sums.vat else 0 end,
    sums.vat
  from (
    select
      tx_id,
      coalesce(-sum(amount_cents) filter (where account in ('company_payable', 'company_receivable')), 0)::bigint as share,
      coalesce(-sum(amount_cents) filter (where account = 'fee_revenue'), 0)::bigint as fee,
      coalesce(-sum(amount_cents) filter (where account = 'subscription_revenue'), 0)::bigint as subscription,
      coalesce(-sum(amount_cents) filter (where account = 'vat_payable'), 0)::bigint as vat
    from new_entries
    group by tx_id
  ) as sums
  cross join lateral (
    select head.kind, bookings.company_id, (head.occurred_at at time zone 'Europe/Berlin')::date as on_day
    from ledger_tx as head
    left join bookings on bookings.id = head.booking_id
    where head.id = sums.tx_id
    limit 1
  ) as tx
  where (tx.kind in ('charge', 'refund', 'disputeLost') and tx.company_id is not null) or tx.kind = 'subscription'
  on conflict (tx_id) do update
  set
    booking_cents = known.booking_cents + excluded.booking_cents,
    fee_cents = known.fee_cents + excluded.fee_cents,
    subscription_cents = known.subscription_cents + excluded.subscription_cents,
    vat_cents = known.vat_cents + excluded.vat_cents;
  return null;
end
$$;

create trigger note_revenue after insert on ledger_entry
referencing new table as new_entries
for each statement execute function note_revenue();
