import { expect, test } from 'vitest'
import { openDatabase, openPool } from '#src/platform/server/db.ts'
import { createHttp } from '#src/platform/server/http.ts'
import { operations } from '#src/wiring.ts'
import { makeCompany } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, runJobs, visitor } = testApp
const { operator, payableCompany, bookAt, paidBooking, payOut, dispute, event, later } = openMoneyFixtures(testApp)

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
) as Buffer<ArrayBuffer>

/** Four bookings a minute apart: two paid, one pending, one cancelled. */
async function fourBookings() {
  const glanz = await payableCompany({ companyName: 'Glanzwerk Altona' })
  const bonnke = await makeCompany(app, { companyName: 'Möbeltaxi Köln', category: 'Transport' })
  const admin = await operator()
  const katrin = await paidBooking(glanz.id, { customerName: 'Katrin Bergmann', amount: 138 })
  later(1)
  const oeztuerk = await paidBooking(bonnke.id, { customerName: 'Familie Öztürk', amount: 780, time: '08:00' })
  later(1)
  const weiss = await bookAt(glanz.id, { customerName: 'Weiß & Möller GbR', amount: 75.9, time: '10:00' })
  later(1)
  const graf = await bookAt(glanz.id, { customerName: 'Hannelore Graf', amount: 188, time: '09:00' })
  await admin.call('admin-cancel-booking', { bookingId: graf.bookingId, reason: 'Doppelt' })
  return { admin, glanz, katrin, oeztuerk, weiss, graf }
}

type Row = { id: string; customer_name: string }
const names = (rows: Row[]) => rows.map(({ customer_name }) => customer_name.split(' ').at(-1))

test('a page of all bookings: sorted by every order, filtered, counted', async () => {
  const { admin } = await fourBookings()
  const read = async (asked: object) => {
    const { status, body } = await admin.call('admin-list-bookings', asked)
    return [status, body.total, names(body.rows)]
  }
  expect(await read({})).toEqual([200, 4, ['Graf', 'GbR', 'Öztürk', 'Bergmann']])
  expect(await read({ sort: 'oldest', pageSize: 3, page: 1 })).toEqual([200, 4, ['Bergmann', 'Öztürk', 'GbR']])
  expect(await read({ sort: 'oldest', pageSize: 3, page: 2 })).toEqual([200, 4, ['Graf']])
  expect(await read({ sort: 'amountDesc' })).toEqual([200, 4, ['Öztürk', 'Graf', 'Bergmann', 'GbR']])
  expect(await read({ sort: 'amountAsc', pageSize: 1 })).toEqual([200, 4, ['GbR']])
  expect(await read({ sort: 'dateAsc' })).toEqual([200, 4, ['Bergmann', 'Öztürk', 'Graf', 'GbR']])
  expect(await read({ sort: 'dateDesc', pageSize: 1 })).toEqual([200, 4, ['GbR']])
  expect(await read({ sort: 'nameAsc' })).toEqual([200, 4, ['Öztürk', 'Graf', 'Bergmann', 'GbR']])
  expect(await read({ sort: 'nameDesc', pageSize: 1 })).toEqual([200, 4, ['GbR']])
  expect(await read({ status: 'cancelled' })).toEqual([200, 1, ['Graf']])
  expect(await read({ payment: 'paid', sort: 'oldest' })).toEqual([200, 2, ['Bergmann', 'Öztürk']])
  expect(await read({ payment: 'paid', status: 'pending' })).toEqual([200, 0, []])
  expect(await read({ from: '2999-01-01' })).toEqual([200, 0, []])
  expect((await admin.call('admin-list-bookings', { page: 9 })).body).toMatchObject({ page: 1, total: 4 })
})

test('a booking tells its history: who did what, each mail, and what was sent again', async () => {
  const { admin, katrin } = await fourBookings()
  await runJobs()
  testApp.inbox.clear()
  const read = async () => (await admin.call('admin-read-booking', { bookingId: katrin.bookingId })).body
  const lines = async () => (await read()).history.map(({ who, text }: { who: string; text: string }) => `${who}: ${text}`)
  expect(await lines()).toEqual(expect.arrayContaining(['E-Mail: Bestätigung an den Kunden', 'E-Mail: Neue Buchung an den Anbieter']))
  for (const to of ['customer', 'company']) {
    expect((await admin.call('admin-resend-booking', { bookingId: katrin.bookingId, to })).status).toBe(200)
  }
  await runJobs()
  expect(
    testApp.inbox
      .mails()
      .map(({ subject }) => subject.replace(/:.*/, ''))
      .sort(),
  ).toEqual(['Ihre Buchung ist bestätigt', 'Neue Buchung'])
  const after = await lines()
  expect(after.filter((line: string) => line === 'E-Mail: Bestätigung an den Kunden')).toHaveLength(2)
  expect(after.filter((line: string) => line.endsWith(': Bestätigung erneut gesendet'))).toHaveLength(2)
  await admin.call('admin-refund-booking', { bookingId: katrin.bookingId, amount: 38, reason: 'Kulanz' })
  await runJobs()
  const [newest, second] = await lines()
  expect([newest, second].toSorted()).toEqual(['E-Mail: Erstattung an den Anbieter', 'E-Mail: Erstattung an den Kunden'])
  expect(await lines()).toContainEqual(expect.stringMatching(/: Erstattung angewiesen$/))
})

test('bookings whose payment is disputed are a list of their own', async () => {
  const { admin, katrin } = await fourBookings()
  const list = async (state: string) => names((await admin.call('admin-list-bookings', { dispute: state })).body.rows)
  expect(await list('open')).toEqual([])
  const id = await dispute(katrin.paymentId)
  await event('dispute', id)
  expect([await list('open'), await list('closed')]).toEqual([['Bergmann'], []])
  await testApp.sandbox.control('closeDispute', { dispute: id, outcome: 'won' })
  await event('dispute', id)
  expect([await list('open'), await list('closed')]).toEqual([[], ['Bergmann']])
})

test('the search: names in every spelling, addresses, companies, services, numbers; wildcards are plain characters', async () => {
  const { admin, katrin } = await fourBookings()
  const search = async (words: string) => names((await admin.call('admin-list-bookings', { search: words, sort: 'oldest' })).body.rows)
  expect(await search('öztürk')).toEqual(['Öztürk'])
  expect(await search('OZTURK')).toEqual(['Öztürk'])
  expect(await search('oeztuerk')).toEqual(['Öztürk'])
  expect(await search('weiss')).toEqual(['GbR'])
  expect(await search(katrin.customerEmail.toUpperCase())).toEqual(['Bergmann'])
  expect(await search('moebeltaxi')).toEqual(['Öztürk'])
  expect(await search('glanzwerk')).toEqual(['Bergmann', 'GbR', 'Graf'])
  expect(await search('transport nach absprache')).toEqual(['Öztürk'])
  expect(await search(katrin.bookingId.slice(-8))).toEqual(['Bergmann'])
  expect(await search(katrin.bookingId)).toEqual(['Bergmann'])
  expect(await search(`#${katrin.bookingId.slice(-8).toUpperCase()}`)).toEqual(['Bergmann'])
  await app.db.updateTable('bookings').set({ customerPhone: '+49 (0) 941 / 56-78 90' }).where('id', '=', katrin.bookingId).execute()
  for (const phone of ['0941 567890', '+49941567890', '0049 941 567890', '0941/56 78 90', '941-567890', '+49 (0)941 567'])
    expect([phone, await search(phone)]).toEqual([phone, ['Bergmann']])
  const { paymentId } = await app.db
    .selectFrom('paymentTransactions')
    .select('paymentId')
    .where('bookingId', '=', katrin.bookingId)
    .executeTakeFirstOrThrow()
  expect(await search(katrin.sessionId)).toEqual(['Bergmann'])
  expect(await search(paymentId)).toEqual(['Bergmann'])
  expect(await search('pi_0000000unknown')).toEqual([])
  expect([await search('%'), await search('_'), await search('\\')]).toEqual([[], [], []])
  // A changed name is found under the new value.
  await app.db.updateTable('bookings').set({ customerName: 'Anonym' }).where('id', '=', katrin.bookingId).execute()
  expect([await search('bergmann'), await search('anonym')]).toEqual([[], ['Anonym']])
})

test('what makes no sense is refused at the field', async () => {
  const admin = await operator()
  const fieldsOf = async (asked: object) => {
    const { status, body } = await admin.call('admin-list-bookings', asked)
    return [status, Object.keys(body.fields ?? {})]
  }
  expect(await fieldsOf({ page: 0 })).toEqual([422, ['page']])
  expect(await fieldsOf({ pageSize: 101 })).toEqual([422, ['pageSize']])
  expect(await fieldsOf({ sort: 'id; drop table bookings' })).toEqual([422, ['sort']])
  expect(await fieldsOf({ status: 'x', payment: 'y' })).toEqual([422, ['status', 'payment']])
  expect(await fieldsOf({ from: '2026-02-30' })).toEqual([422, ['from']])
  expect(await fieldsOf({ search: 'x'.repeat(101) })).toEqual([422, ['search']])
})

test('one booking with everything: money, payout, reversal, refunds, dispute, ledger', async () => {
  const company = await payableCompany()
  const admin = await operator()
  const { bookingId, paymentId, customerEmail } = await paidBooking(company.id)
  const fresh = (await admin.call('admin-read-booking', { bookingId })).body
  expect(fresh).toMatchObject({
    id: bookingId,
    customer_email: customerEmail,
    customer_phone: '+49 40 66969140',
    location: 'Schmale Gasse 12, 22767 Hamburg',
    description: 'Unterhaltsreinigung, zwei Teeküchen.',
    company: { company_name: 'Glanzwerk Altona', email: company.email, contact_person: 'Meike Petersen' },
    amount: 138,
    platform_fee: 4.14,
    company_share: 133.86,
    commission_basis_points: 300,
    refundable: 138,
    refund_pending: 0,
    stripe_payment_intent_id: paymentId,
    session_id: expect.stringMatching(/^cs_/),
    cancelled_at: null,
    refunds: [],
    payouts: [],
    disputes: [],
  })
  expect(
    fresh.ledger.map(({ kind, account, amount }: { kind: string; account: string; amount: number }) => [kind, account, amount]),
  ).toEqual([
    ['charge', 'psp_balance', 138],
    ['charge', 'company_payable', -133.86],
    ['charge', 'fee_revenue', -3.48],
    ['charge', 'vat_payable', -0.66],
  ])
  await payOut(admin)
  await admin.call('admin-refund-booking', { bookingId, amount: 100, reason: 'Kulanz' })
  expect((await admin.call('admin-read-booking', { bookingId })).body).toMatchObject({
    refund_pending: 100,
    refundable: 38,
    refunds: [{ amount: 100, status: 'pending', reason: 'Kulanz' }],
  })
  await runJobs()
  expect((await admin.call('admin-read-booking', { bookingId })).body).toMatchObject({
    payment_status: 'completed',
    refunded: 100,
    refundable: 38,
    refund_pending: 0,
    company_share: 36.86,
    payouts: [
      { rail: 'transfer', status: 'completed', amount: 133.86, is_released: false, stripe_transfer_id: expect.stringMatching(/^tr_/) },
    ],
    reversals: [{ amount: 97, status: 'succeeded' }],
    refunds: [{ status: 'succeeded', settled_at: expect.any(String) }],
  })
  const disputed = await paidBooking(company.id)
  await event('dispute', await dispute(disputed.paymentId), 'charge.dispute.created')
  const { body } = await admin.call('admin-read-booking', { bookingId: disputed.bookingId })
  expect(body.disputes).toMatchObject([{ status: 'open', amount: 138 }])
  const unknown = await admin.call('admin-read-booking', { bookingId: company.id })
  expect([unknown.status, unknown.body.error]).toEqual([404, 'Buchung nicht gefunden'])
})

test('a customer’s file is downloaded, never displayed, in any state of the booking', async () => {
  const company = await makeCompany(app)
  const admin = await operator()
  const uploaded = await visitor.upload({ name: 'Grundriss "Küche".png', type: 'image/png', content: png })
  const { bookingId } = await bookAt(company.id, { attachmentIds: [uploaded.body.id] })
  await admin.call('admin-cancel-booking', { bookingId, reason: 'Doppelt' })
  const { attachments } = (await admin.call('admin-read-booking', { bookingId })).body
  expect(attachments).toMatchObject([{ id: uploaded.body.id, type: 'image/png' }])
  const answer = await admin.request(`/functions/v1/admin-booking-attachment?attachmentId=${uploaded.body.id}`, {})
  expect([answer.status, answer.headers.get('content-disposition')?.startsWith('attachment;')]).toEqual([200, true])
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const loose = await visitor.upload({ name: 'a.png', type: 'image/png', content: png })
  for (const id of [loose.body.id, bookingId, 'x']) {
    expect((await admin.request(`/functions/v1/admin-booking-attachment?attachmentId=${id}`, {})).status).toBe(404)
  }
})

test('the file for a spreadsheet takes the filters of the list, and no formula out of a name', async () => {
  const { admin, graf } = await fourBookings()
  const lines = async (query: string) => {
    const answer = await admin.request(`/functions/v1/admin-bookings.csv?${query}`, {})
    const text = await answer.text()
    return [answer.status, text.trimEnd().split('\r\n')] as const
  }
  const [status, all] = await lines('')
  expect([status, all.length, all[0]]).toEqual([
    200,
    5,
    'Buchungsnummer;Erstellt am;Kunde;E-Mail;Leistung;Anbieter;Termin;Uhrzeit;Betrag (EUR);Erstattet (EUR);Provision (EUR);' +
      'Anteil des Anbieters (EUR);Buchungsstatus;Zahlungsstatus;Umfang;Preis vereinbart mit',
  ])
  expect(all[4]).toMatch(
    /;Katrin Bergmann;.*;Reinigung nach Absprache;Glanzwerk Altona;.*;07:30;138,00;0,00;4,14;133,86;Bestätigt;Bezahlt;;$/,
  )
  expect((await lines('status=cancelled&search=graf&payment='))[1].length).toBe(2)
  expect((await lines('status=x'))[0]).toBe(422)
  await app.db.updateTable('bookings').set({ customerName: '=HYPERLINK("x")' }).where('id', '=', graf.bookingId).execute()
  expect((await lines('status=cancelled'))[1][1]).toContain(`;"'=HYPERLINK(""x"")";`)
})

test('without a database the server says so', async () => {
  const admin = await operator()
  const pool = openPool({ url: 'postgres://nobody@127.0.0.1:1/nothing', size: 1, log: app.log })
  const http = await createHttp({ ...app, pool, db: openDatabase(pool) }, { operations })
  const headers = { cookie: `admin=${admin.cookies.get('admin')}`, origin: app.config.publicUrl, 'content-type': 'application/json' }
  const init = { method: 'POST', body: '{}', headers }
  const answer = await http.fetch(new Request(`${app.config.publicUrl}/functions/v1/admin-list-bookings`, init), {
    incoming: { socket: { remoteAddress: '203.0.113.9' } },
  })
  expect([answer.status, await answer.json()]).toEqual([
    503,
    {
      success: false,
      error: 'Die Datenbank ist gerade nicht erreichbar. Bitte versuchen Sie es in einigen Minuten noch einmal.',
      code: 'databaseDown',
    },
  ])
  await pool.end()
})
