-- What the operator reads over years of bookings: revenue without adding up the whole ledger each time, and lists in any order.

-- What each money fact means for the revenue, as its entries say: bookings less what went back, our fee and the tax inside it.
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

-- The same as a table, one short row per fact: a copy for reading. Written with the entries, never by anything else.
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

insert into revenue_lines (tx_id, kind, company_id, on_day, booking_cents, fee_cents, subscription_cents, vat_cents)
select tx_id, kind, company_id, on_day, booking_cents, fee_cents, subscription_cents, vat_cents
from revenue_of_entries;

-- After each statement that writes entries, in its transaction. The heads are looked up one by one (limit 1 keeps it so): a connection
-- keeps the plan of its first statement, and after a large one that plan would read all heads for every small one.
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

-- The copy says what the entries say.
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

-- One more for the nightly audit, whatever it looks at already.
do $$
begin
  execute 'create or replace view invariant_violations as '
    || rtrim(pg_get_viewdef('invariant_violations'::regclass), '; ')
    || ' union all select ''revenueFollowsTheLedger'', subject, found_cents, expected_cents from invariant_revenue_follows_the_ledger';
end
$$;

-- The balance of an account without reading the ledger's rows.
drop index ledger_entry_account;
create index ledger_entry_account on ledger_entry (account, company_id) include (amount_cents);

-- The operator's list of bookings, in each of its orders, forwards and backwards.
create index bookings_newest on bookings (created_at, id);
create index bookings_appointment on bookings (booking_date, booking_time, id);
create index bookings_amount on bookings (amount_cents, id);
create index bookings_customer on bookings (customer_name collate "de-x-icu", id);
create index payouts_amount on payouts (company_amount_cents, id);
