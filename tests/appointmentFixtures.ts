import { enterAs, makeCalendar, makeOwner, passCode } from './factories.ts'
import { openMoneyFixtures } from './moneyFixtures.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of appointments: an agreed appointment at a company whose owner is in the dashboard, and control of the clock. */
export function openAppointmentFixtures(testApp: TestApp) {
  const { app, clock, inbox, runJobs, newVisitor } = testApp
  const fixtures = openMoneyFixtures(testApp)

  /** An agreed appointment in two days at 14:00, with its customer's two ids and its company's owner. */
  async function agreed(policy: 'kulant' | 'ueblich' | 'fest', fields: object = {}) {
    const company = await fixtures.payableCompany()
    const people = await makeCalendar(app, company.id)
    await app.db.updateTable('calendars').set({ policy }).where('companyId', '=', company.id).execute()
    const booking = await fixtures.paidBooking(company.id, { time: '14:00', customerKind: 'business', ...fields })
    await runJobs()
    inbox.clear()
    const owner = await ownerOf(company.id)
    const { bookingId, sessionId } = booking
    return { ...booking, company, people, owner, key: { sessionId, bookingId }, ids: { companyId: company.id, bookingId } }
  }

  /** Browser of a company's owner after sign-in and code. */
  async function ownerOf(companyId: string) {
    const { email } = await makeOwner(app, companyId)
    const owner = await enterAs(app, newVisitor(), email)
    await app.db
      .updateTable('sessions')
      .set({ expiresAt: new Date('2030-01-01'), seenAt: new Date('2028-01-01') })
      .execute()
    await passCode(app, owner, new Date('2028-01-01'))
    return owner
  }

  const appointmentOf = (bookingId: string) =>
    app.db.selectFrom('appointments').selectAll().where('bookingId', '=', bookingId).executeTakeFirstOrThrow()

  /** Moves the clock to a number of hours before the start, after it if negative. */
  const moveBefore = async (bookingId: string, hours: number) =>
    clock.moveTo(new Date((await appointmentOf(bookingId)).startsAt.getTime() - hours * 3_600_000))

  /** Actors and actions of an appointment, in order. */
  async function eventsOf(bookingId: string) {
    const rows = await app.db.selectFrom('appointmentEvents').selectAll().where('bookingId', '=', bookingId).orderBy('id').execute()
    return rows.map(({ actor, act }) => `${actor} ${act}`)
  }

  const read = async (key: object) => (await newVisitor().call('get-booking', key)).body
  const mailsTo = (address: string) => inbox.mails().filter(({ to }) => to === address)

  return { ...fixtures, agreed, ownerOf, appointmentOf, moveBefore, eventsOf, read, mailsTo }
}
