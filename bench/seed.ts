import pg from 'pg'

/** Consecutive keys like the product's; `kind` distinguishes the tables. */
const key = (kind: number, number: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
const isSeeded = (kind: number, column: string) => `${column} between ${key(kind, '0')} and ${key(kind, '281474976710655')}`

const company = `
  insert into companies (
    id, company_name, category, description, location, contact_person, email, phone, plan, subscription_status
  )
  select
    ${key(1, 'n')}, 'Firma ' || n, 'Reinigung', 'Treppenhaus', 'Hamburg', 'Erika Muster', 'firma' || n || '@firma.example', '040 123456',
    case n % 2 when 0 then 'basic' else 'premium' end,
    -- Hidden companies need no search index; they are paid out like all others.
    'canceled'
  from generate_series(0, $1::bigint - 1) as n`

const account = `
  insert into payout_accounts (company_id, account_id, asked_at, can_be_paid, details_submitted, target, confirmed_target)
  select ${key(1, 'n')}, 'acct_bench' || n, now() - interval '90 days', true, true, 'bank', 'bank'
  from generate_series(0, $1::bigint - 1) as n`

/** In order of creation: the rows of one company lie far apart. Fee and tax by the rule of src/platform/kit/money.ts. */
const facts = `
  select
    one.i,
    one.i * 7919 % $1::bigint as n,
    one.amount,
    one.rate,
    split.fee,
    (2 * split.fee * 1900 + 11900) / 23800 as vat,
    now() - interval '90 days' + one.i * interval '1 second' as paid_at
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
    '20095 Hamburg', 'Zwei Stockwerke, Schlüssel beim Nachbarn.', current_date - 60 + (i % 7)::integer, '10:00', amount, 'confirmed', 'paid',
    rate, 1900, fee, now() - interval '1 day', paid_at, paid_at, paid_at, paid_at
  from (${facts}) as fact`

const head = `
  insert into ledger_tx (id, kind, reference, booking_id, occurred_at)
  select ${key(3, 'i')}, 'charge', ${key(2, 'i')}::text, ${key(2, 'i')}, paid_at
  from (${facts}) as fact`

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

/** Copies that triggers would write. */
const revenue = `
  insert into revenue_lines (tx_id, kind, company_id, on_day, booking_cents, fee_cents, subscription_cents, vat_cents)
  select tx_id, kind, company_id, on_day, booking_cents, fee_cents, subscription_cents, vat_cents
  from revenue_of_entries
  where ${isSeeded(3, 'tx_id')}`
const texts = `
  insert into booking_texts (booking_id, search_text)
  select id, booking_text(bookings)
  from bookings
  where ${isSeeded(2, 'id')}`

/** The seeded rows, in order of deletion. */
const seeded = [
  ['revenue_lines', isSeeded(3, 'tx_id')],
  ['booking_texts', isSeeded(2, 'booking_id')],
  ['ledger_entry', isSeeded(3, 'tx_id')],
  ['ledger_tx', isSeeded(3, 'id')],
  ['bookings', isSeeded(2, 'id')],
  ['payout_accounts', isSeeded(1, 'company_id')],
  ['companies', isSeeded(1, 'id')],
] as const

type Size = { companies: number; bookings: number; hasAccounts?: boolean }

/**
 * Inserts hidden companies, each with the same number of paid, confirmed, due bookings and their ledger entries; `hasAccounts`: with
 * accounts that can be paid out. Triggers and foreign keys are off while it inserts.
 */
export const seedBookings = (databaseUrl: string, { companies, bookings, hasAccounts = false }: Size) =>
  withoutTriggers(databaseUrl, async (client) => {
    await client.query(company, [companies])
    if (hasAccounts) await client.query(account, [companies])
    for (const one of [booking, head, entry]) await client.query(one, [companies, bookings])
    await client.query(revenue)
    await client.query(texts)
  })

/** Deletes what `seedBookings` inserted, from a database that stays in use. */
export const clearBookings = (databaseUrl: string) =>
  withoutTriggers(databaseUrl, async (client) => {
    for (const [table, condition] of seeded) await client.query(`delete from ${table} where ${condition}`)
  })

async function withoutTriggers(databaseUrl: string, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await work(client)
    await client.query('commit')
    await client.query(`vacuum analyze ${seeded.map(([table]) => table).join(', ')}`)
  } finally {
    await client.end()
  }
}
