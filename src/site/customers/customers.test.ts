import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { enterAs, makeCalendar, makeCompany, makeUser, rightPassword, signInAs } from '../../../tests/factories.ts'
import { openRequestFixtures } from '../../../tests/requestFixtures.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'
import { customerLimits } from './rules.ts'

const testApp = await openTestApp()
const { app, newVisitor } = testApp
const { agreed, requested, bookAt, paidBooking, payableCompany } = openRequestFixtures(testApp)

/** Two accounts, each with a booking made as a guest. */
async function twoCustomers() {
  const mine = await agreed('ueblich', { customerEmail: 'Katrin@Kunde.example' })
  const other = await agreed('ueblich', { customerEmail: 'bernd@kunde.example' })
  const katrin = await signedIn('katrin@kunde.example')
  const bernd = await signedIn('bernd@kunde.example')
  return { mine, other, katrin, bernd }
}

const inTwoDays = () => addDays(berlinDay(app.now()), 2)

async function signedIn(email: string) {
  await makeUser(app, { email })
  return enterAs(app, newVisitor(), email)
}

const idsOf = async (person: Visitor, part: 'ahead' | 'past' = 'ahead') =>
  (await person.call('list-own-bookings', {})).body[part].map(({ id }: { id: string }) => id)

test('an account finds the guest bookings of its address; other accounts do not', async () => {
  const { mine, other, katrin, bernd } = await twoCustomers()
  expect([await idsOf(katrin), await idsOf(bernd)]).toEqual([[mine.bookingId], [other.bookingId]])
  const { body } = await katrin.call('list-own-bookings', {})
  expect(body.ahead[0]).toMatchObject({ company_name: 'Glanzwerk Altona', appointment_status: 'agreed', unread: 0, is_bookable: true })
  expect((await newVisitor().call('list-own-bookings', {})).status).toBe(401)
})

test('the account does what the secret link does: read, move, write, receipt, cancel; another account does none of it', async () => {
  const { mine, katrin, bernd } = await twoCustomers()
  const key = { ownBookingId: mine.bookingId }
  expect((await katrin.call('get-booking', key)).body.id).toBe(mine.bookingId)
  const slots = (await katrin.call('get-move-slots', { key, days: 14 })).body
  expect(slots.days.length).toBeGreaterThan(0)
  for (const stranger of [bernd, newVisitor()]) {
    const tried = [
      await stranger.call('get-booking', key),
      await stranger.call('get-move-slots', { key }),
      await stranger.call('propose-move', { key, date: inTwoDays(), time: '16:00' }),
      await stranger.call('answer-move', { key, proposalId: randomUUID(), answer: 'accept' }),
      await stranger.call('answer-counter', { key, timeId: null }),
      await stranger.call('withdraw-request', { key }),
      await stranger.call('object', { key, reason: 'Ich war da.' }),
      await stranger.call('list-messages', { key }),
      await stranger.call('send-message', { key, text: 'Guten Tag' }),
      await stranger.call('report-messages', { key, reason: 'Werbung' }),
      await stranger.call('cancel-own-booking', key),
    ]
    expect(tried.map(({ status }) => status)).toEqual(tried.map(() => 404))
    const headers = { 'x-own-booking': mine.bookingId }
    for (const file of [
      'booking-receipt.pdf',
      `own-booking-attachment?attachmentId=${randomUUID()}`,
      `own-message-file?attachmentId=${randomUUID()}`,
    ])
      expect((await stranger.request(`/functions/v1/${file}`, { headers })).status).toBe(404)
  }
  const receipt = await katrin.request('/functions/v1/booking-receipt.pdf', { headers: { 'x-own-booking': mine.bookingId } })
  expect([receipt.status, receipt.headers.get('content-type'), receipt.headers.get('cache-control')]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  expect((await katrin.call('send-message', { key, text: 'Klingeln Sie bei Bergmann.' })).status).toBe(200)
  expect((await katrin.call('cancel-own-booking', key)).body.booking_status).toBe('cancelled')
  expect([await idsOf(katrin), await idsOf(katrin, 'past')]).toEqual([[], [mine.bookingId]])
})

test('only an address that is confirmed at this moment counts: neither an unconfirmed one nor an earlier one of the account', async () => {
  const { mine, other, katrin } = await twoCustomers()
  const key = { ownBookingId: mine.bookingId }
  const users = () => app.db.updateTable('users').where('email', 'like', 'katrin%')
  await users().set({ confirmedAt: null }).execute()
  expect([(await katrin.call('list-own-bookings', {})).status, (await katrin.call('get-own-details', {})).status]).toEqual([403, 403])
  expect((await katrin.call('get-booking', key)).status).toBe(404)
  await users().set({ confirmedAt: app.now(), email: 'katrin.neu@kunde.example' }).execute()
  expect([await idsOf(katrin), (await katrin.call('get-booking', key)).status]).toEqual([[], 404])
  expect((await katrin.call('get-booking', { ownBookingId: other.bookingId })).status).toBe(404)
})

test('what a stranger typed with the address and never paid is not listed, and opens nothing', async () => {
  const katrin = await signedIn('katrin@kunde.example')
  const typed = { customerEmail: 'katrin@kunde.example', customerName: 'Freier Text', description: 'Werbung' }
  const { bookingId } = await bookAt((await makeCompany(app)).id, typed)
  expect([await idsOf(katrin), await idsOf(katrin, 'past')]).toEqual([[], []])
  expect((await katrin.call('get-booking', { ownBookingId: bookingId })).status).toBe(404)
  const { body } = await katrin.call('get-own-details', { again: bookingId })
  expect(body).toEqual({ email: 'katrin@kunde.example', name: '', phone: '', location: '', description: '', addresses: [] })
})

test('a request is listed while it waits, with its deadline; a proposal and an unread message say what waits for the customer', async () => {
  const asked = await requested({ customerEmail: 'katrin@kunde.example' })
  const katrin = await signedIn('katrin@kunde.example')
  const { deadlineAt } = await app.db
    .selectFrom('appointments')
    .select('deadlineAt')
    .where('bookingId', '=', asked.bookingId)
    .executeTakeFirstOrThrow()
  const read = async () => (await katrin.call('list-own-bookings', {})).body.ahead
  expect(await read()).toMatchObject([
    { id: asked.bookingId, booking_status: 'pending', appointment_status: 'requested', deadline_at: deadlineAt?.toISOString() },
  ])
  const sure = await agreed('ueblich', { customerEmail: 'katrin@kunde.example' })
  await sure.owner.call('write-message', { ...sure.ids, text: 'Wir kommen zu zweit.' })
  expect((await sure.owner.call('move-appointment', { ...sure.ids, date: inTwoDays(), time: '16:00' })).status).toBe(200)
  const row = (await read()).find(({ id }: { id: string }) => id === sure.bookingId)
  expect(row).toMatchObject({ unread: 1 })
  expect(row.proposed_at).not.toBeNull()
  await katrin.call('list-messages', { key: { ownBookingId: sure.bookingId }, isSeen: true })
  expect((await read()).find(({ id }: { id: string }) => id === sure.bookingId).unread).toBe(0)
})

test('the form begins with the last booking, the default address, and on demand with the booking that is made once more', async () => {
  const company = await payableCompany()
  const fields = { customerEmail: 'katrin@kunde.example', customerName: 'Katrin Bergmann', customerPhone: '+49 40 123456' }
  const first = await paidBooking(company.id, { ...fields, location: 'Schmale Gasse 3, 22767 Hamburg', description: 'Zweiter Stock' })
  const foreign = await paidBooking(company.id, {
    customerEmail: 'bernd@kunde.example',
    location: 'Geheimer Weg 3, Kiel',
    description: 'Code 4711',
  })
  const katrin = await signedIn('katrin@kunde.example')
  await katrin.call('save-address', { label: 'Büro', line: 'Große Elbstraße 40, 22767 Hamburg', isDefault: false })
  const { body } = await katrin.call('get-own-details', { again: first.bookingId })
  expect(body).toMatchObject({
    email: 'katrin@kunde.example',
    name: 'Katrin Bergmann',
    location: 'Schmale Gasse 3, 22767 Hamburg',
    description: 'Zweiter Stock',
    addresses: [{ label: 'Büro' }],
  })
  expect((await katrin.call('get-own-details', { again: foreign.bookingId })).body).toMatchObject({ location: '', description: '' })
})

test('addresses: one begins a booking, another account neither reads, changes nor deletes them, and ten are enough', async () => {
  const katrin = await signedIn('katrin@kunde.example')
  const bernd = await signedIn('bernd@kunde.example')
  const save = (person: Visitor, fields: object) =>
    person.call('save-address', { label: 'Zuhause', line: 'Schmale Gasse 3, 22767 Hamburg', isDefault: false, ...fields })
  await save(katrin, {})
  await save(katrin, { label: 'Büro', isDefault: true })
  const listOf = async (person: Visitor) => (await person.call('list-addresses', {})).body.addresses
  const [office, home] = await listOf(katrin)
  expect([office.label, office.is_default, home.label, home.is_default]).toEqual(['Büro', true, 'Zuhause', false])
  expect([
    (await save(bernd, { id: home.id, label: 'Meins' })).status,
    (await bernd.call('delete-address', { id: home.id })).status,
  ]).toEqual([404, 404])
  expect(await listOf(bernd)).toEqual([])
  const wrong = await save(katrin, { label: ' ', line: 'Weg' })
  expect([wrong.status, Object.keys(wrong.body.fields)]).toEqual([422, ['label', 'line']])
  await katrin.call('delete-address', { id: office.id })
  expect((await listOf(katrin)).map(({ label }: { label: string }) => label)).toEqual(['Zuhause'])
  const answers = await Promise.all(
    Array.from({ length: customerLimits.addresses + 2 }, (_, at) => save(katrin, { label: `Ort ${at}`, isDefault: true })),
  )
  expect(answers.filter(({ status }) => status === 409).length).toBe(3)
  const all = await listOf(katrin)
  expect([all.length, all.filter((one: { is_default: boolean }) => one.is_default).length]).toEqual([customerLimits.addresses, 1])
})

test("favourites: a visitor's are taken over at the sign-in, hidden companies are not shown, and another account has its own", async () => {
  const [one, two, hidden] = [
    await makeCompany(app),
    await makeCompany(app, { companyName: 'Zweite' }),
    await makeCompany(app, { subscriptionStatus: 'canceled' }),
  ]
  await makeCalendar(app, two.id)
  const named = [one.id, two.id, hidden.id]
  const namesOf = async (person: Visitor, companyIds: string[] = []) =>
    (await person.call('list-favourites', { companyIds })).body.rows.map(({ company_name }: { company_name: string }) => company_name)
  expect(await namesOf(newVisitor(), named)).toEqual(['Glanzwerk Altona', 'Zweite'])
  const katrin = await signedIn('katrin@kunde.example')
  const bernd = await signedIn('bernd@kunde.example')
  const taken = (await katrin.call('take-favourites', { companyIds: [...named, randomUUID()] })).body.company_ids
  expect(taken.toSorted()).toEqual([one.id, two.id].toSorted())
  // For a signed-in account the ids in the request are ignored.
  expect([await namesOf(bernd, named), (await namesOf(katrin)).length]).toEqual([[], 2])
  await katrin.call('set-favourite', { companyId: one.id, isFavourite: false })
  const { rows } = (await katrin.call('list-favourites', {})).body
  expect(rows).toMatchObject([{ id: two.id, free: { starts: [expect.any(String)] } }])
  expect((await katrin.call('set-favourite', { companyId: hidden.id, isFavourite: true })).status).toBe(404)
})

test('a hundred favourites are enough, also when many are kept at once', async () => {
  const katrin = await signedIn('katrin@kunde.example')
  const { id: userId } = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const companies = []
  for (let at = 0; at < customerLimits.favourites + 5; at++) companies.push((await makeCompany(app, { companyName: `Firma ${at}` })).id)
  const values = companies.slice(0, customerLimits.favourites - 2).map((companyId) => ({ userId, companyId, keptAt: app.now() }))
  await app.db.insertInto('favourites').values(values).execute()
  const answers = await Promise.all(companies.slice(-7).map((companyId) => katrin.call('set-favourite', { companyId, isFavourite: true })))
  expect(answers.filter(({ status }) => status === 200).length).toBe(2)
  expect((await katrin.call('take-favourites', { companyIds: companies.slice(-7) })).body.company_ids.length).toBe(
    customerLimits.favourites,
  )
})

test('the export has favourites and addresses, and deleting the account forgets them', async () => {
  const company = await makeCompany(app)
  const katrin = await signInAs(newVisitor(), (await makeUser(app)).email)
  await katrin.call('set-favourite', { companyId: company.id, isFavourite: true })
  await katrin.call('save-address', { label: 'Zuhause', line: 'Schmale Gasse 3, 22767 Hamburg', isDefault: true })
  const { body } = await katrin.call('export-own-data', {})
  expect([body.favourites, body.addresses]).toMatchObject([[{ companyName: 'Glanzwerk Altona' }], [{ label: 'Zuhause' }]])
  expect((await katrin.call('delete-own-account', { password: rightPassword })).status).toBe(200)
  for (const table of ['favourites', 'addresses'] as const) expect(await app.db.selectFrom(table).selectAll().execute()).toEqual([])
})

test('a booking contains the data to repeat it, for authorized callers, while its company can be booked', async () => {
  const { mine, katrin } = await twoCustomers()
  const again = async () => (await katrin.call('get-booking', { ownBookingId: mine.bookingId })).body.again
  expect(await again()).toEqual({ company_id: mine.company.id, service_id: null })
  await app.db.updateTable('companies').set({ subscriptionStatus: 'canceled' }).where('id', '=', mine.company.id).execute()
  expect(await again()).toBeNull()
})
