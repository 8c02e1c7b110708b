import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { makeCompany } from '../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openReviewFixtures } from '../../../tests/reviewFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { inviteCustomers } from './invitationActions.ts'
import { invitedDays } from './invitationRules.ts'

const testApp = await openTestApp()
const { app, newVisitor, clock } = testApp
const { operator } = openMoneyFixtures(testApp)
const { write, mails, tokenIn, bookedAhead, bookedBy } = openReviewFixtures(testApp)

const invited = async () => {
  await inviteCustomers(app)
  return mails()
}
/** A time on the morning after the day after tomorrow, for which bookings are made. */
const morningAfter = (time: string) => clock.moveTo(berlinInstant(addDays(berlinDay(app.now()), 3), time))

test('which days: from nine in the morning after the service date, for two weeks', () => {
  const at = (day: string, time: string) => invitedDays(berlinInstant(day, time))
  expect(at('2026-11-24', '08:59').last).toBe('2026-11-22')
  expect(at('2026-11-24', '09:00')).toEqual({ first: '2026-11-10', last: '2026-11-23' })
})

test('each paid booking is invited once, on the morning after, and its link reviews it', async () => {
  const company = await makeCompany(app)
  await bookedAhead(company.id, 'katrin@kunde.example')
  expect(await invited()).toEqual([])
  morningAfter('08:59')
  expect(await invited()).toEqual([])
  morningAfter('09:00')
  clock.moveTo(new Date(app.now().getTime() - 3 * 86_400_000))
  const [mail, ...others] = await invited()
  expect([mail?.to, mail?.subject, others]).toEqual(['katrin@kunde.example', 'Wie war es mit Glanzwerk Altona?', []])
  await Promise.all(Array.from({ length: 10 }, () => inviteCustomers(app)))
  expect(await mails()).toEqual([])
  expect((await write(company.id, { bookingToken: tokenIn(mail) })).status).toBe(200)
  const { body } = await newVisitor().call('rpc/get_public_reviews', { company_id_param: company.id })
  expect(body).toMatchObject([{ is_from_booking: true }])
})

test('ten processes at once invite each customer once', async () => {
  const company = await makeCompany(app)
  for (const n of [1, 2, 3]) await bookedAhead(company.id, `k${n}@kunde.example`)
  morningAfter('10:00')
  await Promise.all(Array.from({ length: 10 }, () => inviteCustomers(app)))
  expect((await mails()).map(({ to }) => to).sort()).toEqual(['k1@kunde.example', 'k2@kunde.example', 'k3@kunde.example'])
})

test('no invitation for a cancelled, reviewed or old booking, or of a closed company', async () => {
  const company = await makeCompany(app)
  const hidden = await makeCompany(app, { companyName: 'Gesperrt' })
  const cancelled = await bookedAhead(company.id, 'storniert@kunde.example')
  const reviewed = await bookedBy(company.id, 'bewertet@kunde.example')
  await bookedAhead(hidden.id, 'gesperrt@kunde.example')
  await (await operator()).call('admin-cancel-booking', { bookingId: cancelled.bookingId, reason: 'Kulanz' })
  await write(company.id, { bookingToken: reviewed.token })
  await app.db.updateTable('companies').set({ suspendedAt: app.now() }).where('id', '=', hidden.id).execute()
  await mails()
  morningAfter('10:00')
  expect(await invited()).toEqual([])
})

test('a booking without an invitation for two weeks is not invited any more', async () => {
  const company = await makeCompany(app)
  await bookedAhead(company.id, 'katrin@kunde.example')
  clock.moveTo(new Date(app.now().getTime() + 40 * 86_400_000))
  expect(await invited()).toEqual([])
})

test('a customer who declined invitations gets none, also for other bookings', async () => {
  const company = await makeCompany(app)
  await bookedAhead(company.id, 'katrin@kunde.example')
  await bookedAhead(company.id, 'katrin@kunde.example', { date: addDays(berlinDay(app.now()), 3) })
  morningAfter('10:00')
  const [mail] = await invited()
  expect(mail?.text).toContain('#abbestellen')
  const token = tokenIn(mail)
  for (const _time of [1, 2]) expect((await newVisitor().call('decline-review-invitations', { token })).body).toEqual({ success: true })
  const form = await newVisitor().request('/functions/v1/decline-review-invitations', {
    method: 'POST',
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([form.status, form.headers.get('location')]).toEqual([303, '/bewerten?declined=1'])
  expect(JSON.stringify(await app.db.selectFrom('reviewOptOuts').selectAll().execute())).not.toContain('katrin')
  clock.moveTo(new Date(app.now().getTime() + 86_400_000))
  expect(await invited()).toEqual([])
  expect((await app.db.selectFrom('reviewInvitations').selectAll().execute()).length).toBe(2)
})
