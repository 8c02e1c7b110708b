import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makeCompany } from '../../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { openSubscriptionFixtures } from '../../../../tests/subscriptionFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, clock, sandbox, runJobs } = testApp
const { operator, paidBooking, bookAt, dispute, event, violations } = openMoneyFixtures(testApp)
const { subscribed, listen } = openSubscriptionFixtures(testApp)
beforeEach(listen)

async function moveTo(moment: string) {
  clock.moveTo(new Date(moment))
  await sandbox.control('clock', { to: new Date(moment).toISOString() })
}

/** Expected fee in euros, calculated differently from the product, in whole cents. */
const feeOf = (euros: number, percent: number) => Math.floor((euros * 100 * percent * 10 + 500) / 1000) / 100
const taxIn = (euros: number) => Math.round((euros * 100 * 19) / 119) / 100
const cents = (euros: number) => Math.round(euros * 100) / 100
const sum = (...euros: number[]) => cents(euros.reduce((total, one) => total + one, 0))

const basic = { name: 'Ärmel & Kragen', percent: 3 }
const premium = { name: 'Zinnober Malerei', percent: 1.5 }

/**
 * February: payments of 138,00 and 99,99 to a Basic company, and of 250,50 to a Premium company, on its last evening in Berlin. March: the
 * Basic company is paid 10,01, refunds 38,50 of the 138,00, and loses the 99,99 in a dispute; a subscription of 30,00 begins; one booking
 * is unpaid.
 */
async function twoMonths() {
  await moveTo('2031-02-10T12:00:00+01:00')
  const company = await makeCompany(app, { companyName: basic.name, hourlyRateCents: null })
  const other = await makeCompany(app, { companyName: premium.name, plan: 'premium', premium: true })
  const first = await paidBooking(company.id, { amount: 138 })
  const second = await paidBooking(company.id, { amount: 99.99, time: '09:00' })
  // The last hour of the month in Berlin; in UTC it is an hour earlier.
  await moveTo('2031-02-28T23:30:00+01:00')
  await paidBooking(other.id, { amount: 250.5, time: '10:00' })
  await moveTo('2031-03-05T12:00:00+01:00')
  await paidBooking(company.id, { amount: 10.01, time: '11:00' })
  const admin = await operator()
  const { status } = await admin.call('admin-refund-booking', { bookingId: first.bookingId, amount: 38.5, reason: 'Kulanz' })
  expect(status).toBe(200)
  await runJobs()
  const id = await dispute(second.paymentId)
  await event('dispute', id)
  await sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })
  await event('dispute', id)
  await subscribed('premium')
  await bookAt(company.id, { amount: 42, time: '12:00' })
  expect(await violations()).toEqual([])
  return { admin, company, other }
}

const february = {
  booking: sum(138, 99.99, 250.5),
  fees: sum(feeOf(138, 3), feeOf(99.99, 3), feeOf(250.5, 1.5)),
  vat: sum(taxIn(feeOf(138, 3)), taxIn(feeOf(99.99, 3)), taxIn(feeOf(250.5, 1.5))),
}
const march = {
  booking: sum(10.01, -38.5, -99.99),
  fees: sum(feeOf(10.01, 3), feeOf(99.5, 3) - feeOf(138, 3), -feeOf(99.99, 3)),
  vat: sum(taxIn(feeOf(10.01, 3)), taxIn(feeOf(99.5, 3)) - taxIn(feeOf(138, 3)), -taxIn(feeOf(99.99, 3)), taxIn(30)),
}

test('the figures of a period are what the ledger says, on the day in Berlin it says so', async () => {
  const { admin } = await twoMonths()
  const read = async (asked: object = {}) => (await admin.call('admin-revenues', asked)).body
  const listed = (await sql<{ listed: number }>`select count(*) as listed from companies where is_listed`.execute(app.db)).rows[0]?.listed
  const all = await read()
  expect(all).toMatchObject({
    from: null,
    to: null,
    booking_revenue: sum(february.booking, march.booking),
    paid: sum(february.booking, 10.01),
    refunded: sum(38.5, 99.99),
    bookings: 4,
    fees: sum(february.fees, march.fees),
    subscriptions: 30,
    platform_revenue: sum(february.fees, march.fees, 30),
    vat: sum(february.vat, march.vat),
    active_companies: 2,
    listed_companies: listed,
    grain: 'month',
  })
  expect(all.commission_rate).toBe(cents((100 * sum(february.fees, march.fees)) / sum(february.booking, march.booking)))
  expect(await read({ period: 'lastMonth' })).toMatchObject({
    from: '2031-02-01',
    to: '2031-02-28',
    booking_revenue: february.booking,
    refunded: 0,
    fees: february.fees,
    subscriptions: 0,
    vat: february.vat,
    active_companies: 2,
  })
  // A refund in March of a payment in February counts in March, where refunds exceed payments.
  expect(await read({ period: 'month' })).toMatchObject({
    from: '2031-03-01',
    to: '2031-03-31',
    booking_revenue: march.booking,
    fees: march.fees,
    platform_revenue: sum(march.fees, 30),
    vat: march.vat,
    bookings: 1,
    active_companies: 1,
    commission_rate: null,
  })
  expect(await read({ period: 'year' })).toMatchObject({ from: '2031-01-01', to: '2031-12-31', bookings: 4 })
  expect(await read({ from: '2031-02-28', to: '2031-02-28' })).toMatchObject({
    booking_revenue: 250.5,
    fees: feeOf(250.5, 1.5),
    bookings: 1,
  })
  expect(await read({ from: '2031-03-01' })).toMatchObject({ to: null, booking_revenue: march.booking })
  expect(await read({ from: '2031-01-01', to: '2031-01-31' })).toMatchObject({
    platform_revenue: 0,
    commission_rate: null,
    active_companies: 0,
  })
})

test('the series of a period: at most twelve weeks or months, which add up to its figures', async () => {
  const { admin } = await twoMonths()
  const read = async (asked: object = {}) => (await admin.call('admin-revenues', asked)).body
  const all = await read()
  expect(all.series).toHaveLength(12)
  expect(all.series.at(0)).toMatchObject({ from: '2030-04-01', to: '2030-04-30', booking_revenue: 0 })
  expect(all.series.slice(-2)).toEqual([
    {
      from: '2031-02-01',
      to: '2031-02-28',
      booking_revenue: february.booking,
      platform_revenue: february.fees,
      fees: february.fees,
      subscriptions: 0,
      is_current: false,
    },
    {
      from: '2031-03-01',
      to: '2031-03-31',
      booking_revenue: march.booking,
      platform_revenue: sum(march.fees, 30),
      fees: march.fees,
      subscriptions: 30,
      is_current: true,
    },
  ])
  const last = await read({ period: 'lastMonth' })
  expect(last.grain).toBe('week')
  const weeks = last.series.map(({ from, to, booking_revenue }: { from: string; to: string; booking_revenue: number }) => [
    from,
    to,
    booking_revenue,
  ])
  expect(weeks).toEqual([
    ['2031-02-01', '2031-02-02', 0],
    ['2031-02-03', '2031-02-09', 0],
    ['2031-02-10', '2031-02-16', sum(138, 99.99)],
    ['2031-02-17', '2031-02-23', 0],
    ['2031-02-24', '2031-02-28', 250.5],
  ])
  expect((await read({ period: 'lastMonth', grain: 'month' })).series).toHaveLength(1)
  // A period in the future has no series.
  expect((await read({ from: '2032-01-01' })).series).toEqual([])
})

test('the companies of a period: sorted, searched, page by page, as a file', async () => {
  const { admin, company, other } = await twoMonths()
  const read = async (asked: object = {}) => {
    const { status, body } = await admin.call('admin-list-revenues', asked)
    expect(status).toBe(200)
    return body
  }
  const own = { gross: sum(138, 99.99, 10.01, -38.5, -99.99), fee: sum(feeOf(99.5, 3), feeOf(10.01, 3)) }
  const all = await read()
  expect(all).toEqual({
    rows: [
      {
        company_id: other.id,
        company_name: premium.name,
        bookings: 1,
        gross: 250.5,
        fee: feeOf(250.5, 1.5),
        share: sum(250.5, -feeOf(250.5, 1.5)),
        commission_rate: 1.5,
      },
      {
        company_id: company.id,
        company_name: basic.name,
        bookings: 3,
        ...own,
        share: sum(own.gross, -own.fee),
        commission_rate: cents((100 * own.fee) / own.gross),
      },
    ],
    total: 2,
    page: 1,
  })
  const names = async (asked: object) => (await read(asked)).rows.map((one: { company_name: string }) => one.company_name)
  const upwards = [basic.name, premium.name]
  for (const sort of ['nameAsc', 'grossAsc', 'shareAsc', 'feeAsc', 'bookingsDesc', 'rateDesc'])
    expect([sort, await names({ sort })]).toEqual([sort, upwards])
  for (const sort of ['nameDesc', 'grossDesc', 'shareDesc', 'feeDesc', 'bookingsAsc', 'rateAsc'])
    expect([sort, await names({ sort })]).toEqual([sort, upwards.toReversed()])
  // In March only one company has bookings; its revenue is negative, so there is no rate.
  expect(await read({ period: 'month' })).toMatchObject({ total: 1, rows: [{ gross: march.booking, commission_rate: null }] })
  expect(await names({ search: 'aermel' })).toEqual([basic.name])
  expect(await names({ search: 'ÄRMEL &' })).toEqual([basic.name])
  expect(await read({ search: '100%' })).toEqual({ rows: [], total: 0, page: 1 })
  expect(await read({ page: 2, pageSize: 1 })).toMatchObject({ total: 2, page: 2, rows: [{ company_name: basic.name }] })
  expect(await read({ page: 9, pageSize: 1 })).toMatchObject({ page: 2, rows: [{ company_name: basic.name }] })

  await app.db.updateTable('companies').set({ companyName: '=1+1' }).where('id', '=', other.id).execute()
  const file = await admin.request('/functions/v1/admin-revenues.csv?sort=nameAsc&period=lastMonth', {})
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="umsaetze.csv"')
  const lines = (await file.text()).trim().split('\r\n')
  expect(lines).toEqual([
    'Anbieter;Anbieternummer;Buchungen;Umsatz abzüglich Erstattungen (EUR);Provision (EUR);Anteil des Anbieters (EUR);Provisionssatz (%)',
    `'=1+1;${other.id};1;250,50;3,76;246,74;1,50`,
    `${basic.name};${company.id};2;237,99;7,14;230,85;3,00`,
  ])
})

test('the checks behind the figures: counts, and two ways to calculate each sum agree', async () => {
  const { admin } = await twoMonths()
  const { body } = await admin.call('admin-check-revenues', {})
  const { rows } = await sql<{ heads: number; entries: number }>`
    select (select count(*) from ledger_tx) as heads, (select count(*) from ledger_entry) as entries`.execute(app.db)
  expect(body).toMatchObject({
    ledger_transactions: rows[0]?.heads,
    ledger_entries: rows[0]?.entries,
    payment_transactions: 4,
    open_payments: 1,
    open_payments_amount: 42,
  })
  expect(body.oldest_at).toMatch(/^2031-02-10T11:/)
  expect(body.newest_at).toMatch(/^2031-03-05T11:/)
  const found = Object.fromEntries(body.checks.map((one: { name: string; found: number }) => [one.name, one.found]))
  expect(found).toEqual({
    ledger: 0,
    charges: sum(138, 99.99, 250.5, 10.01),
    chargeFees: sum(feeOf(138, 3), feeOf(99.99, 3), feeOf(250.5, 1.5), feeOf(10.01, 3)),
    refunds: 38.5,
    fees: sum(february.fees, march.fees, taxIn(30), -february.vat, -march.vat),
    subscriptions: 30,
    vat: sum(february.vat, march.vat),
  })
  expect(body.checks.every((one: { is_equal: boolean }) => one.is_equal)).toBe(true)
  await app.db.updateTable('paymentTransactions').set({ platformFeeCents: 1 }).execute()
  const seen = (await admin.call('admin-check-revenues', {})).body
  const wrong = seen.checks.filter((one: { is_equal: boolean }) => !one.is_equal)
  expect(wrong).toEqual([{ name: 'chargeFees', found: found.chargeFees, expected: 0.04, is_equal: false }])
})

test('nothing yet, and questions that make no sense', async () => {
  const admin = await operator()
  expect((await admin.call('admin-revenues', {})).body).toMatchObject({ platform_revenue: 0, booking_revenue: 0, commission_rate: null })
  expect((await admin.call('admin-list-revenues', {})).body).toEqual({ rows: [], total: 0, page: 1 })
  expect((await admin.call('admin-check-revenues', {})).body).toMatchObject({ ledger_entries: 0, oldest_at: null })
  const refused = async (asked: object) => {
    const { status, body } = await admin.call('admin-list-revenues', asked)
    return [status, Object.values(body.fields)[0]]
  }
  expect(await refused({ from: '2031-02-30' })).toEqual([422, ['Ungültiges Datum']])
  expect(await refused({ period: 'decade' })).toEqual([422, ['Unbekannter Zeitraum']])
  expect(await refused({ sort: 'id; drop table' })).toEqual([422, ['Unbekannte Sortierung']])
  const file = await admin.request('/functions/v1/admin-revenues.csv?from=gestern', {})
  expect(file.status).toBe(422)
})
