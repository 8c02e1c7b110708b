import pg from 'pg'
import { seedLedger, seedPayouts } from './seedLedger.ts'

export type CrowdSize = { companies: number; bookings: number; reviews?: number; auditRows?: number; withPayouts?: boolean }

/**
 * Fills a database with the rows of a large marketplace after two years: companies, bookings in every state, their checkouts, refunds, lost
 * disputes, payouts, subscriptions, the ledger of all of it, reviews and audit rows. Each table in one statement. The triggers are off,
 * because they check every row, so the copies they keep are written here, too. The result satisfies every invariant. Nothing is younger
 * than five days: the comparison with the PSP's books covers the last three.
 */
export async function seedCrowd(databaseUrl: string, size: CrowdSize) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query('set local synchronous_commit = off')
    await client.query('set local work_mem = 256000')
    await seedCompanies(client, size)
    await seedBookings(client, size)
    await seedMoneyBack(client)
    await seedLedger(client)
    if (size.withPayouts) await seedPayouts(client)
    await seedWords(client, size)
    await seedCopies(client)
    await client.query('commit')
    await client.query(`vacuum analyze ${crowded.join(', ')}`)
    const violated = await client.query('select invariant, count(*) as rows from invariant_violations group by invariant')
    if (violated.rows.length) throw new Error(`the crowd breaks invariants: ${JSON.stringify(violated.rows)}`)
    return await countRows(client)
  } finally {
    await client.end()
  }
}

/** The tables filled with the crowd, in order of deletion: copies first, companies last. */
const crowded = [
  'revenue_lines',
  'booking_texts',
  'payout_items',
  'payouts',
  'audit_log',
  'reviews',
  'ledger_entry',
  'ledger_tx',
  'subscription_invoices',
  'disputes',
  'refunds',
  'payment_transactions',
  'checkouts',
  'bookings',
  'companies',
]

/** Deletes a crowd without payouts, reviews and audit rows from a database that stays in use. */
export async function clearCrowd(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const ofBooking = (table: string) =>
    `delete from ${table} using bookings where bookings.id = ${table}.booking_id and request_hash like 'crowd%'`
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `create temporary table gone on commit drop as
       select ledger_tx.id from ledger_tx left join bookings on bookings.id = booking_id
       where request_hash like 'crowd%' or (kind = 'subscription' and reference like 'in\\_%\\_%')`,
    )
    for (const table of ['revenue_lines', 'ledger_entry']) await client.query(`delete from ${table} using gone where tx_id = gone.id`)
    await client.query('delete from ledger_tx using gone where ledger_tx.id = gone.id')
    for (const table of ['booking_texts', 'disputes', 'refunds', 'payment_transactions', 'checkouts']) await client.query(ofBooking(table))
    await client.query(`delete from subscription_invoices where id like 'in\\_%\\_%'`)
    await client.query(`delete from bookings where request_hash like 'crowd%'`)
    await client.query(`delete from companies where email like 'anbieter%@menge.example'`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** A number from 0 to 1 that depends on `n` alone, so that every run has the same crowd. */
const chance = (n: string, salt: number) => `((hashint4extended(${n}, ${salt}) & 1048575) / 1048576.0)`
const oneOf = (words: readonly string[], n: string, salt: number) =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[1 + floor(${chance(n, salt)} * ${words.length})::integer]`

const trades = ['Reinigung', 'Handwerk', 'IT-Services', 'Beratung', 'Transport', 'Catering', 'Sicherheit', 'Wartung', 'Marketing', 'Garten']
const firsts = [
  'Hafenkante',
  'Nordlicht',
  'Elbtal',
  'Schwarzwald',
  'Kiezkraft',
  'Rheinblick',
  'Altstadt',
  'Sonnenhof',
  'Blaumann',
  'Grünwerk',
]
const people = [
  'Anna',
  'Bernd',
  'Çağla',
  'Dörte',
  'Emil',
  'Franziska',
  'Günther',
  'Hannah',
  'Ivo',
  'Jürgen',
  'Katrin',
  'Lukas',
  'Mia',
  'Özlem',
]
const families = [
  'Müller',
  'Schmidt',
  'Schneider',
  'Fischer',
  'Weber',
  'Meyer',
  'Wagner',
  'Becker',
  'Schulz',
  'Hoffmann',
  'Bergmann',
  'Yıldırım',
]
const towns = ['20095 Hamburg', '10115 Berlin', '80331 München', '50667 Köln', '01067 Dresden', '24103 Kiel', '55116 Mainz']

async function seedCompanies(client: pg.Client, { companies }: CrowdSize) {
  await client.query(
    `insert into companies
       (company_name, category, description, location, contact_person, email, phone, hourly_rate_cents, plan, premium, verified,
        subscription_status, created_at)
     select
       ${oneOf(firsts, 'n', 1)} || ' ' || ${oneOf(trades, 'n', 2)} || ' Nr. ' || n, ${oneOf(trades, 'n', 2)}, 'Wir arbeiten in der ganzen Stadt.',
       ${oneOf(towns, 'n', 3)}, ${oneOf(people, 'n', 4)} || ' ' || ${oneOf(families, 'n', 5)}, 'anbieter' || n || '@menge.example',
       '+49 40 66969150', 2000 + 100 * (n % 60), case when n % 3 = 0 then 'premium' else 'basic' end, n % 3 = 0, n % 10 <> 0,
       case when n % 20 = 0 then 'canceled' else 'active' end, now() - interval '735 days' + n * interval '1 hour'
     from generate_series(1, $1::integer) as n`,
    [companies],
  )
  // The companies by number: few have many bookings, many have few.
  await client.query(
    `create temporary table crowd on commit drop as
     select id, plan, row_number() over (order by id) as number from companies where email like 'anbieter%@menge.example'`,
  )
  await client.query('create unique index on crowd (number)')
  await client.query('analyze crowd')
}

/** Of 100: 78 paid out, 8 paid, 4 refunded in full, 1 lost in a dispute, 7 not paid in time, 2 that wait for their payment. */
async function seedBookings(client: pg.Client, { bookings }: CrowdSize) {
  await client.query(
    `with
       drawn as (
         select
           n, ${chance('n', 11)} as luck, now() - interval '725 days' + n * (interval '720 days' / $1) as at,
           1 + floor((select count(*) from crowd) * power(${chance('n', 12)}, 2))::integer as number,
           1000 + floor(60000 * power(${chance('n', 13)}, 3))::integer * 5 as cents
         from generate_series(1, $1::integer) as n
       ),
       facts as (
         select
           drawn.*, crowd.id as company_id, case when plan = 'premium' then 150 else 300 end as rate,
           case
             when luck < 0.78 then 'completed' when luck < 0.86 then 'paid' when luck < 0.91 then 'refunded' when luck < 0.98 then 'failed'
             else 'pending'
           end as payment
         from drawn join crowd using (number)
       )
     insert into bookings
       (company_id, request_hash, service_title, customer_name, customer_email, customer_phone, location, description, booking_date,
        booking_time, amount_cents, refunded_cents, booking_status, payment_status, commission_basis_points, vat_basis_points, fee_cents,
        payable_at, paid_at, payout_processed_at, expires_at, created_at, updated_at)
     select
       company_id, 'crowd' || n, ${oneOf(trades, 'n', 2)} || ' Service', ${oneOf(people, 'n', 14)} || ' ' || ${oneOf(families, 'n', 15)},
       'kunde' || n || '@menge.example', '+49 40 66969140', 'Schmale Gasse ' || n % 200 || ', ' || ${oneOf(towns, 'n', 16)},
       'Wie besprochen.', (at + interval '3 days')::date, time '07:00' + (n % 20) * interval '30 minutes', cents,
       case when payment = 'refunded' then cents else 0 end,
       case payment when 'failed' then 'cancelled' when 'pending' then 'pending' when 'refunded' then 'cancelled' else 'confirmed' end, payment,
       case when payment in ('failed', 'pending') then null else rate end, case when payment in ('failed', 'pending') then null else 1900 end,
       case when payment in ('failed', 'pending') then null when payment = 'refunded' then 0 else (cents * rate + 5000) / 10000 end,
       case when payment in ('failed', 'pending') then null else at + interval '4 days' end,
       case when payment in ('failed', 'pending') then null else at + interval '2 minutes' end,
       case when payment = 'completed' then at + interval '5 days' end,
       case when payment = 'pending' then now() + interval '1 year' else at + interval '35 minutes' end, at, at
     from facts
     order by n`,
    [bookings],
  )
  await seedPayments(client)
}

async function seedPayments(client: pg.Client) {
  await client.query('analyze bookings')
  await client.query(
    `insert into checkouts
       (booking_id, session_id, payment_id, status, amount_cents, expires_at, created_at, settled_at, checked_at, closed_at)
     select id, 'cs_' || request_hash, 'pi_' || request_hash, 'paid', amount_cents, expires_at, created_at, paid_at, paid_at, paid_at
     from bookings where request_hash like 'crowd%' and paid_at is not null`,
  )
  await client.query(
    `insert into payment_transactions (booking_id, company_id, payment_id, amount_cents, platform_fee_cents, status, created_at)
     select id, company_id, 'pi_' || request_hash, amount_cents, (amount_cents * commission_basis_points + 5000) / 10000,
       case when payment_status = 'refunded' then 'refunded' else 'completed' end, paid_at
     from bookings where request_hash like 'crowd%' and paid_at is not null`,
  )
}

/** Those refunded in full, two of a hundred others in part, and a fifth of the former by a lost dispute. */
async function seedMoneyBack(client: pg.Client) {
  await client.query(
    `update bookings
     set refunded_cents = amount_cents / 4, fee_cents = ((amount_cents - amount_cents / 4) * commission_basis_points + 5000) / 10000
     where request_hash like 'crowd%' and payment_status in ('paid', 'completed') and right(request_hash, 2) in ('37', '81')`,
  )
  await client.query(
    `insert into disputes (id, payment_id, booking_id, company_id, amount_cents, status, reason, opened_at, held_at, closed_at, checked_at)
     select 'dp_' || request_hash, 'pi_' || request_hash, id, company_id, refunded_cents, 'lost', 'fraudulent', paid_at, paid_at,
       paid_at + interval '2 days', paid_at
     from bookings where request_hash like 'crowd%' and payment_status = 'refunded' and request_hash ~ '[05]$'`,
  )
  await client.query('analyze checkouts, disputes')
  await client.query(
    `insert into refunds (booking_id, checkout_id, payment_id, amount_cents, reason, status, psp_refund_id, requested_at, settled_at)
     select bookings.id, checkouts.id, checkouts.payment_id, refunded_cents, 'admin', 'succeeded', 're_' || request_hash,
       paid_at + interval '1 day', paid_at + interval '1 day'
     from bookings join checkouts on checkouts.booking_id = bookings.id
     where request_hash like 'crowd%' and refunded_cents > 0 and not exists (select from disputes where disputes.booking_id = bookings.id)`,
  )
}

async function seedWords(client: pg.Client, { reviews = 0, auditRows = 0 }: CrowdSize) {
  await client.query(
    `insert into reviews
       (company_id, booking_id, customer_name, customer_email, rating, comment, is_from_booking, created_at, published_at)
     select company_id, case when n % 12 > 0 then id end, customer_name, customer_email, 1 + floor(5 * sqrt(${chance('n::integer', 21)}))::integer,
       'Pünktlich, freundlich und sorgfältig, gerne wieder (' || n || ').', n % 12 > 0, at, case when n % 12 > 0 then at end
     from (
       select *, row_number() over (order by created_at desc) as n, created_at + interval '4 days' as at from facts
     ) as numbered
     where n <= $1
     order by at`,
    [reviews],
  )
  await client.query(
    `insert into audit_log (at, actor, action, object_type, object_id, before, after, request_id)
     select
       now() - interval '730 days' + n * (interval '729 days' / greatest($1, 1)), 'admin:' || n % 40,
       ${oneOf(['admin.signIn', 'admin.signOut', 'payouts.run', 'companies.update', 'reviews.delete', 'bookings.refund'], 'n', 31)},
       ${oneOf(['adminSession', 'company', 'booking', 'review'], 'n', 32)}, (n % 7000)::text,
       jsonb_build_object('verified', false), jsonb_build_object('verified', true), 'request-' || n
     from generate_series(1, $1::integer) as n`,
    [auditRows],
  )
}

/** What triggers would have written. */
async function seedCopies(client: pg.Client) {
  await client.query(
    `insert into booking_texts (booking_id, search_text)
     select id, booking_text(bookings) from bookings where request_hash like 'crowd%'`,
  )
  await client.query('insert into revenue_lines select * from revenue_of_entries as entered order by tx_id on conflict (tx_id) do nothing')
}

async function countRows(client: pg.Client) {
  const tables = ['companies', 'bookings', 'reviews', 'payouts', 'audit_log', 'ledger_tx', 'ledger_entry']
  const { rows } = await client.query(`select ${tables.map((name) => `(select count(*) from ${name})::integer as ${name}`).join(', ')}`)
  return rows[0] as Record<string, number>
}
