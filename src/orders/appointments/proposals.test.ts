import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { earlyStartVersion } from '#src/orders/bookings/withdrawalRules.ts'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { bookingRequestFor } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { lapseMoves } from './proposalActions.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor } = testApp
const fixtures = openAppointmentFixtures(testApp)
const { agreed, appointmentOf, eventsOf, mailsTo, moveBefore, read, readBooking, violations } = fixtures
type Agreed = Awaited<ReturnType<typeof agreed>>

// The invariants must hold after every test.
afterEach(async () => {
  await runJobs()
  expect(await violations()).toEqual([])
})

const over = 'Das ist für diesen Termin nicht mehr möglich.'
const move = (key: object, date: string, time: string, more: object = {}) => newVisitor().call('propose-move', { key, date, time, ...more })
const companyMove = ({ owner, ids }: Agreed, date: string, time: string) => owner.call('move-appointment', { ...ids, date, time })
const dayOf = async (bookingId: string) => (await readBooking(bookingId)).bookingDate
const kindsOf = async (bookingId: string) => {
  const rows = await app.db.selectFrom('occupancies').select('kind').where('bookingId', '=', bookingId).orderBy('during').execute()
  return rows.map(({ kind }) => kind)
}
const proposals = async (bookingId: string) => {
  const rows = await app.db.selectFrom('moveProposals').select('status').where('bookingId', '=', bookingId).orderBy('id').execute()
  return rows.map(({ status }) => status)
}
const openProposal = (bookingId: string) =>
  app.db.selectFrom('moveProposals').selectAll().where('bookingId', '=', bookingId).where('status', '=', 'open').executeTakeFirstOrThrow()
const answerTo = (proposalId: string, { key }: Agreed, said: string, more: object = {}) =>
  newVisitor().call('answer-move', { key, proposalId, answer: said, ...more })
const answer = async (fixture: Agreed, said: string, more: object = {}) =>
  answerTo((await openProposal(fixture.bookingId)).id, fixture, said, more)
const companyAnswer = async ({ owner, ids }: Agreed, said: string) =>
  owner.call('answer-appointment-move', { ...ids, proposalId: (await openProposal(ids.bookingId)).id, answer: said })

/** An agreed appointment, and a proposal by its company for two days later, 10:00. */
async function proposed(fields: object = {}) {
  const fixture = await agreed('ueblich', fields)
  const day = addDays(await dayOf(fixture.bookingId), 2)
  expect((await companyMove(fixture, day, '10:00')).status).toBe(200)
  await runJobs()
  return { ...fixture, day }
}

test('a customer proposes late; the old time stays until the company accepts, then both get a newer calendar file', async () => {
  const fixture = await agreed('ueblich')
  const { key, bookingId, customerEmail, company, owner, ids } = fixture
  await moveBefore(bookingId, 20)
  const day = addDays(await dayOf(bookingId), 3)
  const { sequence, startsAt } = await appointmentOf(bookingId)
  expect((await read(key)).appointment).toMatchObject({ moves_left: 0, may_propose: true, proposal: null })
  const { status, body } = await move(key, day, '10:30')
  expect(status).toBe(200)
  expect(body.appointment.proposal).toMatchObject({ proposed_by: 'customer', date: day, time: '10:30' })
  const patience = Date.parse(body.appointment.proposal.until) - app.now().getTime()
  expect(Math.round(patience / 60_000)).toBe(48 * 60)
  expect([body.booking_time, await kindsOf(bookingId)]).toEqual(['14:00', ['booking', 'proposal']])
  expect(await appointmentOf(bookingId)).toMatchObject({ startsAt, sequence, moves: 0 })
  await runJobs()
  const [asked] = mailsTo(company.email)
  expect(asked?.subject).toMatch(/^Neuer Termin vorgeschlagen: /)
  expect(asked?.text).toContain('10:30 Uhr')
  expect((await owner.call('get-company-booking', ids)).body.appointment.proposal).toMatchObject({ date: day, time: '10:30' })

  // The held time and a second proposal are refused, for both sides and for strangers.
  expect((await answer(fixture, 'accept')).body.error).toBe(over)
  expect((await move(key, day, '12:00')).body.error).toBe(over)
  expect((await companyMove(fixture, day, '12:00')).body.error).toBe(over)
  const other = await newVisitor().call('create-booking-payment', bookingRequestFor(app, company.id, { date: day, time: '10:00' }))
  expect(other.status).toBe(409)

  inbox.clear()
  expect((await companyAnswer(fixture, 'accept')).status).toBe(200)
  await runJobs()
  expect(await appointmentOf(bookingId)).toMatchObject({ startsAt: berlinInstant(day, '10:30'), moves: 1, sequence: sequence + 1 })
  expect(await readBooking(bookingId)).toMatchObject({ bookingDate: day, payableAt: berlinInstant(addDays(day, 1), '11:30') })
  expect([await kindsOf(bookingId), await proposals(bookingId)]).toEqual([['booking'], ['accepted']])
  for (const address of [customerEmail, company.email]) {
    expect(mailsTo(address).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Termin verschoben: /)])
    expect(mailsTo(address)[0]?.attachments.map(({ mimeType }) => mimeType)).toEqual(['image/png', 'text/calendar'])
  }
  expect(await eventsOf(bookingId)).toEqual(['customer ordered', 'system paid', 'customer moveProposed', 'company moved'])
})

test('a company proposes a time that overlaps the old one; both are held together, and accepting takes the new one', async () => {
  const fixture = await agreed('kulant')
  const { bookingId, customerEmail } = fixture
  const day = await dayOf(bookingId)
  const { body: slots } = await fixture.owner.call('get-appointment-slots', { ...fixture.ids, from: day, days: 1 })
  expect(slots.days[0].times).toContain('14:30')
  expect((await companyMove(fixture, day, '14:30')).status).toBe(200)
  await runJobs()
  expect(await kindsOf(bookingId)).toEqual(['booking', 'proposal'])
  expect(await violations()).toEqual([])
  expect(mailsTo(customerEmail)[0]?.text).toMatch(/\/buchung\?token=/)
  const { body } = await answer(fixture, 'accept')
  expect([body.booking_time, body.appointment.proposal]).toEqual(['14:30', null])
  expect(await kindsOf(bookingId)).toEqual(['booking'])
})

test('declined and withdrawn: the old time stays, the held one is free, and the other side gets a mail', async () => {
  const fixture = await proposed()
  const { bookingId, company, customerEmail, day } = fixture
  inbox.clear()
  expect((await answer(fixture, 'withdraw')).body.error).toBe(over)
  expect((await answer(fixture, 'decline')).body.booking_time).toBe('14:00')
  expect((await companyMove(fixture, day, '11:00')).status).toBe(200)
  expect((await companyAnswer(fixture, 'decline')).body.error).toBe(over)
  expect((await companyAnswer(fixture, 'withdraw')).status).toBe(200)
  await runJobs()
  expect(await proposals(bookingId)).toEqual(['declined', 'withdrawn'])
  expect(await kindsOf(bookingId)).toEqual(['booking'])
  expect(mailsTo(company.email).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Es bleibt beim alten Termin: /)])
  expect(
    mailsTo(customerEmail)
      .map(({ subject }) => subject.split(':')[0])
      .sort(),
  ).toEqual(['Neuer Termin vorgeschlagen', 'Vorschlag zurückgezogen'])
  expect(await appointmentOf(bookingId)).toMatchObject({ moves: 0 })
})

test('not answered: the next process finds the proposal in its row, once; a late answer is refused before that, too', async () => {
  const fixture = await proposed({ date: addDays(berlinDay(app.now()), 5) })
  const { bookingId, company } = fixture
  const { until } = await openProposal(bookingId)
  inbox.clear()
  clock.moveTo(new Date(until.getTime() - 60_000))
  await lapseMoves(app)
  expect(await proposals(bookingId)).toEqual(['open'])
  clock.moveTo(until)
  expect((await read(fixture.key)).appointment.proposal).toBeNull()
  expect((await answer(fixture, 'accept')).body.error).toBe(over)
  // Two processes run at once, and one later.
  await Promise.all([lapseMoves(app), lapseMoves(app)])
  await lapseMoves(app)
  await runJobs()
  expect([await proposals(bookingId), await kindsOf(bookingId)]).toEqual([['lapsed'], ['booking']])
  expect(mailsTo(company.email).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Vorschlag verfallen: /)])
  expect((await eventsOf(bookingId)).slice(2)).toEqual(['company moveProposed', 'system moveLapsed'])
})

test('two acceptances at once: one wins, the mails of the move are sent once', async () => {
  const fixture = await proposed()
  const { bookingId, customerEmail } = fixture
  inbox.clear()
  const { id } = await openProposal(bookingId)
  const answers = await Promise.all([answerTo(id, fixture, 'accept'), answerTo(id, fixture, 'accept')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  await runJobs()
  expect(await appointmentOf(bookingId)).toMatchObject({ moves: 1 })
  expect(mailsTo(customerEmail)).toHaveLength(1)
})

test.each(['customer', 'company'])('accepted while the %s cancels: it ends cancelled, and nothing stays held', async (by) => {
  const fixture = await proposed()
  const { key, bookingId, owner, ids } = fixture
  const cancel = () =>
    by === 'customer' ? newVisitor().call('cancel-own-booking', key) : owner.call('cancel-appointment', { ...ids, reason: 'Krankheit' })
  const proposal = await openProposal(bookingId)
  const [accepted, cancelled] = await Promise.all([answerTo(proposal.id, fixture, 'accept'), cancel()])
  expect([accepted.status === 200 || accepted.status === 409, cancelled.status]).toEqual([true, 200])
  await runJobs()
  expect(await appointmentOf(bookingId)).toMatchObject({ status: 'cancelled' })
  expect([await kindsOf(bookingId), await proposals(bookingId)]).toEqual([[], [accepted.status === 200 ? 'accepted' : 'lapsed']])
})

test('accepted at the last moment while it lapses: exactly one of both happens', async () => {
  const fixture = await proposed({ date: addDays(berlinDay(app.now()), 5) })
  const { bookingId } = fixture
  const { id, until } = await openProposal(bookingId)
  clock.moveTo(new Date(until.getTime() - 60_000))
  const accepting = answerTo(id, fixture, 'accept')
  clock.moveTo(until)
  const [accepted] = await Promise.all([accepting, lapseMoves(app)])
  await lapseMoves(app)
  const isMoved = accepted.status === 200
  expect(await proposals(bookingId)).toEqual([isMoved ? 'accepted' : 'lapsed'])
  expect(await appointmentOf(bookingId)).toMatchObject({ moves: isMoved ? 1 : 0 })
  expect(await kindsOf(bookingId)).toEqual(['booking'])
})

test('a proposal ends two hours before the proposed start; nearer times cannot be proposed', async () => {
  const fixture = await agreed('kulant')
  const { bookingId, ids } = fixture
  const day = await dayOf(bookingId)
  await moveBefore(bookingId, 8)
  expect((await companyMove(fixture, day, '07:30')).body.error).toBe('Zu dieser Zeit nimmt der Anbieter keine Termine an.')
  expect((await companyMove(fixture, day, '12:00')).status).toBe(200)
  expect((await openProposal(bookingId)).until).toEqual(berlinInstant(day, '10:00'))
  await moveBefore(bookingId, -0.5)
  expect((await fixture.owner.call('mark-performed', ids)).status).toBe(200)
  expect(await proposals(bookingId)).toEqual(['lapsed'])
})

test('the owner of another company can neither move nor answer', async () => {
  const fixture = await proposed()
  const stranger = await agreed('kulant', { time: '16:00' })
  const { bookingId, day } = fixture
  const ids = { companyId: stranger.company.id, bookingId }
  const proposalId = (await openProposal(bookingId)).id
  for (const [name, body] of [
    ['get-appointment-slots', ids],
    ['move-appointment', { ...ids, date: day, time: '12:00' }],
    ['answer-appointment-move', { ...ids, proposalId, answer: 'withdraw' }],
  ] as const)
    expect((await stranger.owner.call(name, body)).status).toBe(404)
})

test('a move into the withdrawal period requires the early-start consent, at once or when the company accepts', async () => {
  const fixture = await agreed('kulant')
  const { key, bookingId, customerEmail } = fixture
  await app.db.updateTable('bookings').set({ customerKind: 'consumer' }).where('id', '=', bookingId).execute()
  const day = addDays(await dayOf(bookingId), 1)
  expect((await read(key)).appointment.consent_until > day).toBe(true)
  const refused = await companyMove(fixture, day, '10:00').then(() => answer(fixture, 'accept'))
  expect([refused.status, refused.body.code]).toEqual([409, 'appointments.withinPeriod'])
  expect(refused.body.error).toMatch(/^Bitte bestätigen Sie, dass die Leistung vor Ablauf der Widerrufsfrist beginnen soll/)
  inbox.clear()
  expect((await answer(fixture, 'accept', { earlyStartConsent: { version: earlyStartVersion } })).status).toBe(200)
  await runJobs()
  expect(await readBooking(bookingId)).toMatchObject({ bookingDate: day, earlyStartVersion })
  expect(mailsTo(customerEmail)[0]?.text).toContain('Ich verlange ausdrücklich')
  expect((await read(key)).appointment.consent_until).toBeNull()
})

const seeds = {
  openProposalIsHeld: sql`delete from occupancies where kind = 'proposal'`,
  heldProposalIsOpen: sql`update move_proposals set status = 'lapsed', decided_at = created_at`,
}
test.each(Object.entries(seeds))('the audit finds a seeded fault: %s', async (invariant, seed) => {
  await proposed()
  const seeded = app.db.transaction().execute(async (tx) => {
    await seed.execute(tx)
    const { rows } = await sql<{ invariant: string }>`select distinct invariant from invariant_violations`.execute(tx)
    expect(rows).toEqual([{ invariant }])
    throw new Error('rolled back')
  })
  await expect(seeded).rejects.toThrow('rolled back')
})
