import { addDays, berlinDay, berlinInstant, mondayOf } from '#src/platform/kit/dates.ts'
import { openAppointmentFixtures } from './appointmentFixtures.ts'
import { makeCalendar, makeService } from './factories.ts'
import type { TestApp } from './testApp.ts'

/** Helpers for tests of work on several days: a workshop that is open from Monday to Friday with a lunch break. */
export function openSpreadFixtures(testApp: TestApp) {
  const { app, runJobs } = testApp
  const fixtures = openAppointmentFixtures(testApp)

  /** A Monday that customers can book, one to two weeks ahead. */
  const monday = mondayOf(addDays(berlinDay(app.now()), 14))

  /**
   * A company open 8 to 12 and 13 to 17 from Monday to Friday, with a service of 24 hours that is spread over days: three days when it begins
   * on a Monday morning.
   */
  async function workshop({ service = {}, people = ['Meike Petersen'] }: { service?: object; people?: string[] } = {}) {
    const company = await fixtures.payableCompany()
    const ids = await openHours(company.id, people)
    const { id: serviceId } = await makeService(app, company.id, {
      ...{ title: 'Wohnung streichen', priceCents: 100_000, minutes: 1_440, isSpread: true, horizonDays: 90 },
      ...service,
    })
    return { company, people: ids, serviceId }
  }

  /** Opens a company with a lunch break. */
  async function openHours(companyId: string, people = ['Meike Petersen']) {
    const ids = await makeCalendar(app, companyId, { people, weekdays: [1, 2, 3, 4, 5], from: 480, to: 720 })
    const hours = [1, 2, 3, 4, 5].map((weekday) => ({ companyId, weekday, minutes: '[780,1020)' }))
    await app.db.insertInto('openingHours').values(hours).execute()
    return ids
  }

  /** A service by the window: 15 minutes, and 12 for each window. */
  const serviceOf = (companyId: string, fields: object = {}) =>
    makeService(app, companyId, {
      ...{ title: 'Fenster putzen', unit: 'Fenster', minutes: 15, minutesPerUnit: 12, priceCents: 900, isSpread: true, horizonDays: 90 },
      ...fields,
    })

  /** The paid job of three days from a Monday 8:00 on, and its company's owner. */
  async function painted(fields: object = {}, service: object = {}) {
    const { company, serviceId, people } = await workshop({ service })
    const order = { serviceId, amount: 1_000, date: monday, time: '08:00', customerKind: 'business', ...fields }
    const booking = await fixtures.paidBooking(company.id, order)
    await runJobs()
    const owner = await fixtures.ownerOf(company.id)
    const { bookingId, sessionId } = booking
    return { ...booking, company, serviceId, people, owner, key: { sessionId, bookingId }, ids: { companyId: company.id, bookingId } }
  }

  const at = (day: string, time: string) => berlinInstant(day, time).getTime()
  /** Working times of whole days: 8 to 12 and 13 to 17. */
  const wholeDays = (...days: string[]) =>
    days.flatMap((day) => [
      { from: at(day, '08:00'), to: at(day, '12:00') },
      { from: at(day, '13:00'), to: at(day, '17:00') },
    ])

  /** Times in the company's calendar, in order: kind, start and end of the work. */
  async function taken(companyId: string) {
    const rows = await app.db
      .selectFrom('occupancies')
      .select(['kind', 'core'])
      .where('companyId', '=', companyId)
      .orderBy('during')
      .execute()
    return rows.map(({ kind, core }) => {
      const [, from = '', to = ''] = /"([^"]+)","([^"]+)"/.exec(core) ?? []
      return { kind, from: Date.parse(from), to: Date.parse(to) }
    })
  }

  return { ...fixtures, monday, openHours, serviceOf, workshop, painted, at, wholeDays, taken }
}
