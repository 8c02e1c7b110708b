import type pg from 'pg'

/** A million keys that follow each other, as those of the product do: `kind` keeps the tables apart. */
const key = (kind: number, number: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`

const company = `
  insert into companies (
    id, company_name, category, description, location, contact_person, email, phone, plan, subscription_status
  )
  select
    ${key(1, 'n')}, 'Firma ' || n, 'Reinigung', 'Treppenhaus', 'Hamburg', 'Erika Muster', 'firma' || n || '@firma.example', '040 123456',
    case n % 2 when 0 then 'basic' else 'premium' end,
    -- Hidden ones need no search index; they are paid out like all others.
    'canceled'
  from generate_series(0, $1::bigint - 1) as n`

const account = `
  insert into payout_accounts (company_id, account_id, asked_at, can_be_paid, details_submitted, target, confirmed_target)
  select ${key(1, 'n')}, 'acct_bench' || n, now() - interval '90 days', true, true, 'bank', 'bank'
  from generate_series(0, $1::bigint - 1) as n`

/** In order of creation: the rows of one company lie far apart. Fee and tax by the rule of src/kit/money.ts. */
const facts = `
  select
    one.i,
    one.i * 7919 % $1::bigint as n,
    one.amount,
    one.rate,
    split.fee,
    (2 * split.fee * 1900 + 11900) / 23800 as vat
  from (
    select i, 2000 + i * 104729 % 48001 as amount, case i * 7919 % $1::bigint % 2 when 0 then 300 else 150 end as rate
    from generate_series(0, $2::bigint - 1) as i
  ) as one
  cross join lateral (select (one.amount * one.rate + 5000) / 10000 as fee) as split`

const booking = `
  insert into bookings (
    id, company_id, request_hash, service_title, customer_name, customer_email, customer_phone, location, description, booking_date,
    booking_time, amount_cents, booking_status, payment_status, commission_basis_points, vat_basis_points, fee_cents, payable_at, paid_at,
    expires_at, created_at, updated_at
  )
  select
    ${key(2, 'i')}, ${key(1, 'n')}, md5(i::text), 'Treppenhaus reinigen', 'Max Muster', 'kunde' || i || '@kunde.example', '040 654321',
    '20095 Hamburg', 'Zwei Stockwerke, Schlüssel beim Nachbarn.', current_date - 9 + (i % 7)::integer, '10:00', amount, 'confirmed', 'paid',
    rate, 1900, fee, now() - interval '1 day', paid_at, paid_at, paid_at, paid_at
  from (select *, now() - interval '60 days' + i * interval '3 seconds' as paid_at from (${facts}) as fact) as fact`

const head = `
  insert into ledger_tx (id, kind, reference, booking_id, occurred_at)
  select ${key(3, 'i')}, 'charge', ${key(2, 'i')}::text, ${key(2, 'i')}, now() - interval '60 days' + i * interval '3 seconds'
  from generate_series(0, $1::bigint - 1) as i`

const entry = `
  insert into ledger_entry (tx_id, account, company_id, amount_cents)
  select ${key(3, 'i')}, line.account, line.company_id, line.cents
  from (${facts}) as fact
  cross join lateral (
    values
      ('psp_balance', null, amount),
      ('company_payable', ${key(1, 'n')}, fee - amount),
      ('fee_revenue', null, vat - fee),
      ('vat_payable', null, -vat)
  ) as line (account, company_id, cents)`

/** The read copy that a trigger would write. */
const revenue = `
  insert into revenue_lines (tx_id, kind, company_id, on_day, booking_cents, fee_cents, subscription_cents, vat_cents)
  select tx_id, kind, company_id, on_day, booking_cents, fee_cents, subscription_cents, vat_cents
  from revenue_of_entries`

const indexes = `
  select schemaname || '.' || indexname as name, indexdef as definition
  from pg_indexes
  where tablename in ('bookings', 'ledger_tx', 'ledger_entry')
    and not exists (select 1 from pg_constraint where conindid = (schemaname || '.' || indexname)::regclass)`

/**
 * Companies with an account at the PSP, each with the same number of paid, confirmed, due bookings and their ledger entries. For speed,
 * guards and foreign keys are off, and the indexes are built after the rows.
 */
export async function seedDueBookings(client: pg.Client, { companies, bookings }: { companies: number; bookings: number }) {
  const { rows } = await client.query<{ name: string; definition: string }>(indexes)
  await client.query('set session_replication_role = replica')
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query(company, [companies])
  await client.query(account, [companies])
  await client.query(booking, [companies, bookings])
  await client.query(head, [bookings])
  await client.query(entry, [companies, bookings])
  for (const { definition } of rows) await client.query(definition)
  await client.query(revenue)
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
}
