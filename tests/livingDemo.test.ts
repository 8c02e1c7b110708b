import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { waitingNames } from '#src/backoffice/admin/overview/waitingRules.ts'
import { addDays, berlinDay, berlinInstant, mondayOf } from '#src/platform/kit/dates.ts'
import { rebuildSearch } from '#src/site/search/index/actions.ts'
import { customerAccount, demoPassword, signInEmails } from '../scripts/demo/demoData.ts'
import { loadDemo } from '../scripts/demo/loadDemo.ts'
import { listSequences } from '../scripts/demo/sequences.ts'
import { enterAsOperator } from './factories.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp({ SEPA_PAYOUTS: '1' })
const { app, clock, sandbox, newVisitor } = testApp

/** Sets the clock as if npm start were run for the first time on this day. */
async function moveTo(day: string) {
  const moment = berlinInstant(day, '12:00')
  clock.moveTo(moment)
  await sandbox.control('reset')
  await sandbox.control('clock', { to: moment.toISOString() })
}

const numbers = async (query: ReturnType<typeof sql<Record<string, number>>>) => (await query.execute(app.db)).rows[0] ?? {}
const violations = async () => (await sql`select * from invariant_violations`.execute(app.db)).rows

/** A Monday, before anything of its week has happened, and a Sunday on which clocks change; for other days see moveWeeks.test.ts. */
const starts = ['2026-11-23', '2026-10-25']

describe('the living demo', { timeout: 300_000 }, () => {
  test.each(starts)('started on %s is in its second year: the books hold, every week has bookings, this week is full', async (today) => {
    await moveTo(today)
    expect(await loadDemo(app, 'living')).toBe(true)
    expect(await violations()).toEqual([])
    const counted = await numbers(sql`
      select
        (select count(*) from companies)::integer as companies,
        (select count(distinct category) from companies where is_listed)::integer as categories,
        (select count(distinct town) from companies)::integer as towns,
        (select count(*) from companies) - (select count(distinct description) from companies) as same_descriptions,
        (select count(*) from bookings where paid_at is not null)::integer as paid,
        (select count(*) from reviews where is_from_booking and not exists (
          select from bookings where bookings.id = booking_id and bookings.company_id = reviews.company_id and paid_at is not null
        ))::integer as unproven,
        (select count(*) from bookings where paid_at > ${app.now()} or created_at > ${app.now()})::integer as ahead`)
    expect(counted).toMatchObject({ categories: 11, sameDescriptions: 0, unproven: 0, ahead: 0 })
    expect(counted.towns).toBeGreaterThan(50)
    expect(counted.paid).toBeGreaterThan(2_500)
    const agreed = await numbers(sql`
      select
        (select count(*) from calendars)::integer as calendars,
        (select count(*) from appointments where status = 'requested')::integer as requested,
        (select count(*) from counter_times)::integer as other_times,
        (select count(*) from move_proposals where status = 'open')::integer as proposed,
        (select count(*) from appointment_events where act = 'moved')::integer as moved,
        (select count(*) from bookings where service_id is not null)::integer as named,
        (select count(*) from bookings where paid_at is not null and service_id is null)::integer as unnamed,
        (select count(*) from messages)::integer as messages,
        (select count(*) from (select from quotes where offer_title is not null group by request_id having count(*) >= 3) as many)::integer as three_offers,
        (select count(*) from booking_series where status = 'accepted')::integer as series,
        (select count(*) from waiting_entries)::integer as waiting,
        (select count(*) from invoice_mandates)::integer as mandates,
        (select count(*) from tax_profiles)::integer as tax_profiles,
        (select count(*) from complaints)::integer as complaints,
        (select count(*) from subscriptions where ended_at is null)::integer as subscriptions`)
    const least = {
      ...{ calendars: 500, requested: 2, otherTimes: 2, proposed: 1, moved: 20, named: 2_500, messages: 200, threeOffers: 2 },
      ...{ series: 5, waiting: 3, mandates: 2, taxProfiles: 600, complaints: 5, subscriptions: 300 },
    }
    for (const [name, count] of Object.entries(least))
      expect({ name, count: agreed[name] }).toEqual({ name, count: expect.toSatisfy((n) => n >= count) })

    const { rows: weeks } = await sql<{ week: string; paid: number }>`
      select to_char(paid_at at time zone 'Europe/Berlin', 'IYYY-IW') as week, count(*)::integer as paid
      from bookings
      where paid_at > ${berlinInstant(addDays(mondayOf(today), -364), '00:00')} and paid_at < ${berlinInstant(mondayOf(today), '00:00')}
      group by 1`.execute(app.db)
    expect(weeks).toHaveLength(52)
    const { rows: appointments } = await sql<{ day: string; count: number }>`
      select booking_date::text as day, count(*)::integer as count
      from bookings
      where booking_status = 'confirmed' and booking_date between ${mondayOf(today)} and ${addDays(mondayOf(today), 6)}
      group by 1
      order by 1`.execute(app.db)
    expect(appointments.map(({ day }) => day)).toEqual([0, 1, 2, 3, 4, 5, 6].map((days) => addDays(mondayOf(today), days)))
    expect(appointments.find(({ day }) => day === berlinDay(app.now()))?.count).toBeGreaterThanOrEqual(3)
    for (const { count } of appointments) expect(count).toBeGreaterThanOrEqual(2)
  })

  test('is loaded once by two servers, begins again after it was cut off, and then shows and does what it should', async () => {
    await moveTo('2026-11-24')
    const forgetful = createServer((request, response) => response.writeHead(request.url === '/__control/state' ? 200 : 500).end('{}'))
    await new Promise<void>((done) => forgetful.listen(0, '127.0.0.1', done))
    const { port } = forgetful.address() as AddressInfo
    const stripe = { ...app.config.stripe, apiUrl: `http://127.0.0.1:${port}` }
    await expect(loadDemo({ ...app, config: { ...app.config, stripe } }, 'living')).rejects.toThrow('did not take the demo')
    forgetful.close()
    expect(await numbers(sql`select count(*)::integer as companies from companies`)).toEqual({ companies: 0 })
    expect((await Promise.all([loadDemo(app, 'living'), loadDemo(app, 'living')])).sort()).toEqual([false, true])
    expect(await violations()).toEqual([])
    await expectWorkEverywhere()
    await expectNewcomers()
  })

  test('without the sandbox its companies come alone', async () => {
    const stripe = { ...app.config.stripe, apiUrl: undefined }
    expect(await loadDemo({ ...app, config: { ...app.config, stripe } }, 'living')).toBe(true)
    expect(
      await numbers(
        sql`select (select count(*) from companies)::integer as companies, (select count(*) from bookings)::integer as bookings`,
      ),
    ).toEqual({
      companies: 30,
      bookings: 0,
    })
  })

  test('says in one sentence when its dump is older than a column that changed its name', async () => {
    await sql`alter table bookings rename column location to place_of_work`.execute(app.db)
    try {
      await expect(loadDemo(app, 'living')).rejects.toThrow(
        "the demo's dump knows bookings.location, the schema does not: npm run build-demo writes it anew",
      )
    } finally {
      await sql`alter table bookings rename column place_of_work to location`.execute(app.db)
    }
  })
})

/** Every area has open work, the ledger agrees with the payment sandbox, and the demo continues by itself. */
async function expectWorkEverywhere() {
  const waiting = await numbers(sql`
    select
      (select count(*) from companies where not verified and is_listed)::integer as companies_to_check,
      (select count(*) from companies where suspended_at is not null)::integer as suspended,
      (select count(*) from companies where archived_at is not null)::integer as archived,
      (select count(*) from companies where subscription_status = 'past_due')::integer as past_due,
      (select count(*) from companies where subscription_status = 'canceled')::integer as canceled,
      (select count(*) from bank_changes where confirmed_at is null and expires_at > ${app.now()})::integer as bank_changes,
      (select count(*) from sepa_files where executed_at is null)::integer as bank_files,
      (select count(*) from contact_messages where done_at is null)::integer as messages,
      (select count(*) from content_reports where decided_at is null)::integer as notices,
      (select count(*) from withdrawals where status = 'open')::integer as withdrawals,
      (select count(*) from withdrawals where status = 'accepted')::integer as accepted_withdrawals,
      (select count(*) from reviews where objected_at is not null and objection_decided_at is null)::integer as objections,
      (select count(*) from reviews where published_at is null)::integer as awaiting_reviews,
      (select count(*) from reviews where company_reply is not null)::integer as replies,
      (select count(*) from reviews where not is_from_booking and published_at is not null)::integer as without_proof,
      (select count(*) from disputes where closed_at is null)::integer as open_disputes,
      (select count(*) from disputes where status = 'won')::integer as won,
      (select count(*) from disputes where status = 'lost')::integer as lost,
      (select count(*) from refunds join bookings on bookings.id = booking_id where refunds.amount_cents < bookings.amount_cents)::integer as partial_refunds,
      (select count(*) from refunds join bookings on bookings.id = booking_id where refunds.amount_cents = bookings.amount_cents)::integer as full_refunds,
      (select count(*) from payouts where rail = 'transfer' and status = 'completed')::integer as transfers,
      (select count(*) from payouts where rail = 'sepa' and status = 'completed')::integer as bank_transfers,
      (select count(*) from payouts where status = 'failed')::integer as failed_payouts,
      (select count(*) from subscriptions where paid_plan = 'basic')::integer as basic,
      (select count(*) from subscriptions where paid_plan = 'premium')::integer as premium,
      (select count(*) from mailings where status = 'finished')::integer as mailings`)
  expect(Object.entries(waiting).filter(([, count]) => count === 0)).toEqual([])

  const operator = await enterAsOperator(app, newVisitor())
  await expectTasks(operator)
  const { body } = await operator.call('admin-self-audit', { run: true })
  expect(body.audits[0]).toMatchObject({ is_clean: true, violations: 0, open_breaks: 0 })

  await expectNumbersGoOn()
  await expectFound(operator)
  await testApp.runJobs()
  expect(await violations()).toEqual([])
  expect(testApp.inbox.mails().length).toBeLessThan(60)
}

/** Work waits in every area of the operator, and none of it for long. */
async function expectTasks(operator: Awaited<ReturnType<typeof enterAsOperator>>) {
  const { body } = await operator.call('admin-stats', {})
  const waiting: { area: string; oldest_at: string }[] = body.waiting
  expect(waiting.map(({ area }) => area).sort()).toEqual([...waitingNames].sort())
  const daysOf = (since: string) => Math.floor((app.now().getTime() - Date.parse(since)) / 86_400_000)
  const old = waiting.map(({ area, oldest_at: since }) => ({ area, days: daysOf(since) })).filter(({ days }) => days > 35)
  expect(old).toEqual([])
}

/** Every sequence continues after the loaded numbers. */
async function expectNumbersGoOn() {
  const behind = await app.db.transaction().execute(async (tx) => {
    const sequences = await listSequences(tx)
    expect(sequences.map(({ name }) => name)).toContain('subscription_looks')
    const found: string[] = []
    for (const { name, table, column } of sequences) {
      const { rows } = await sql<{ isBehind: boolean }>`
        select nextval(${name}::regclass) <= max(${sql.ref(column)}) as is_behind
        from ${sql.table(table)}`.execute(tx)
      if (rows[0]?.isBehind) found.push(name)
    }
    return found
  })
  expect(behind).toEqual([])
}

/** The operator finds bookings of the dump by number, name, address, phone and the PSP's ids. */
async function expectFound(operator: Awaited<ReturnType<typeof enterAsOperator>>) {
  const stale = await numbers(sql`
    select count(*)::integer as stale
    from bookings
    left join booking_texts on booking_texts.booking_id = bookings.id
    where search_text is distinct from booking_text(bookings)`)
  expect(stale).toEqual({ stale: 0 })
  const { rows } = await sql<{
    id: string
    customerName: string
    customerEmail: string
    customerPhone: string
    sessionId: string
    paymentId: string
  }>`
    select bookings.id, customer_name, customer_email, customer_phone, session_id, payment_id
    from bookings
    join checkouts on checkouts.booking_id = bookings.id and checkouts.payment_id is not null
    order by bookings.id desc
    limit 1`.execute(app.db)
  const [one] = rows
  if (!one) throw new Error('the demo has no paid booking')
  const words = [one.id.slice(-8), `#${one.id.slice(-8).toUpperCase()}`, one.customerName, one.customerEmail, one.customerPhone]
  for (const search of [...words, one.sessionId, one.paymentId]) {
    const { body } = await operator.call('admin-list-bookings', { search, pageSize: 100 })
    expect({ search, isFound: body.rows.some(({ id }: { id: string }) => id === one.id) }).toEqual({ search, isFound: true })
  }
}

/** Three of its companies can sign in and have had customers; the search finds one. */
async function expectNewcomers() {
  await rebuildSearch(app, () => undefined)
  for (const email of signInEmails) {
    const visitor = newVisitor()
    expect((await visitor.call('auth/sign-in', { email, password: demoPassword })).status).toBe(200)
    const { bookings } = await app.db
      .selectFrom('bookings')
      .innerJoin('companies', 'companies.id', 'companyId')
      .select((eb) => eb.fn.countAll<number>().as('bookings'))
      .where('companies.email', '=', email)
      .where('bookingStatus', '=', 'confirmed')
      .executeTakeFirstOrThrow()
    expect(Number(bookings)).toBeGreaterThan(20)
    const plan = await app.db.selectFrom('companies').select('subscriptionKind').where('email', '=', email).executeTakeFirst()
    expect(plan?.subscriptionKind).toBe('paid')
  }
  const customer = newVisitor()
  expect((await customer.call('auth/sign-in', { email: customerAccount.email, password: demoPassword })).status).toBe(200)
  const own = app.db.selectFrom('bookings').select('id').where('customerEmail', '=', customerAccount.email)
  expect((await own.where('bookingDate', '<', berlinDay(app.now())).execute()).length).toBeGreaterThan(5)
  expect((await own.where('bookingDate', '>', berlinDay(app.now())).execute()).length).toBeGreaterThan(0)
  const { body } = await newVisitor().call('rpc/search_companies_safe', { search_term: 'Fliesenwerk Lorenz' })
  expect(body[0].company_name).toBe('Fliesenwerk Lorenz')
}
