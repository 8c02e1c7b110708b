import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant, mondayOf } from '#src/platform/kit/dates.ts'
import { openSeriesFixtures } from '../../../tests/seriesFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'

// Requests and series of work on several days (docs/spec.md#spread-work).

const testApp = await openTestApp()
const { app, runJobs, newVisitor } = testApp
const { asked, requested, requestCompany, appointmentOf } = openSeriesFixtures(testApp)
const monday = mondayOf(addDays(berlinDay(app.now()), 14))
/** Two days of the usual twelve hours. */
const service = { minutes: 1_440, isSpread: true }
const hoursOf = async (bookingId: string) =>
  (await appointmentOf(bookingId)).parts?.map(({ from, to }) => [berlinDay(new Date(from)), (to - from) / 3_600_000])
const kinds = async () => (await app.db.selectFrom('occupancies').select('kind').orderBy('during').execute()).map(({ kind }) => kind)

test('a counter-proposal holds all days of each time, and the chosen one becomes the appointment', async () => {
  const fixture = await requested({ date: monday, time: '07:00' }, { service })
  expect(await hoursOf(fixture.bookingId)).toEqual([
    [monday, 12],
    [addDays(monday, 1), 12],
  ])
  const times = [3, 7].map((days) => ({ date: addDays(monday, days), time: '13:00' }))
  const countered = await fixture.owner.call('answer-request', { ...fixture.ids, answer: 'counter', times })
  expect(countered.status).toBe(200)
  // Each time begins at noon and needs three days.
  expect(await kinds()).toEqual(Array.from({ length: 6 }, () => 'proposal'))
  await runJobs()
  const { request } = (await newVisitor().call('get-booking', fixture.key)).body
  expect(request.times).toHaveLength(2)
  expect((await newVisitor().call('answer-counter', { key: fixture.key, timeId: request.times[1].id })).status).toBe(200)
  await runJobs()
  expect(await hoursOf(fixture.bookingId)).toEqual([
    [addDays(monday, 7), 6],
    [addDays(monday, 8), 12],
    [addDays(monday, 9), 6],
  ])
  expect(await kinds()).toEqual(['booking', 'booking', 'booking'])
})

test('each date of a series takes its days, and an alternative has room for all of them', async () => {
  const company = await requestCompany(service)
  const question = { companyId: company.id, serviceId: company.serviceId, date: monday, time: '07:00', weeks: 1, count: 3 }
  await block(company.id, addDays(monday, 8), '15:00')
  const { body } = await newVisitor().call('check-series', question)
  expect(body.dates).toMatchObject([
    { state: 'free' },
    // The job of the next Monday would still be under way.
    { state: 'taken', alternative: { date: addDays(monday, 6), time: '07:00' } },
    { state: 'free' },
  ])
  const dates = [0, 14].map((days) => ({ date: addDays(monday, days), time: '07:00' }))
  const fixture = await asked({ dates }, company)
  expect((await kinds()).filter((kind) => kind === 'request')).toHaveLength(4)
  expect(await hoursOf(fixture.bookingIds[1] ?? '')).toEqual([
    [addDays(monday, 14), 12],
    [addDays(monday, 15), 12],
  ])
})

test('dates of a series that would overlap each other are not offered', async () => {
  const company = await requestCompany({ minutes: 4_800, isSpread: true, horizonDays: 90 })
  await app.db.updateTable('openingHours').set({ minutes: '[540,1020)' }).execute()
  const question = { companyId: company.id, serviceId: company.serviceId, date: monday, time: '09:00', weeks: 1, count: 2 }
  const { body } = await newVisitor().call('check-series', question)
  // Eighty hours at eight a day take ten days: the next one can begin three days later.
  expect(body.dates).toMatchObject([{ state: 'free' }, { state: 'taken', alternative: { date: addDays(monday, 10), time: '09:00' } }])
})

async function block(companyId: string, day: string, time: string) {
  const { id: resourceId } = await app.db.selectFrom('resources').select('id').where('companyId', '=', companyId).executeTakeFirstOrThrow()
  const start = berlinInstant(day, time)
  const during = `[${start.toISOString()},${new Date(start.getTime() + 3_600_000).toISOString()})`
  const row = { companyId, resourceId, kind: 'block' as const, during, core: during, createdAt: app.now() }
  await app.db.insertInto('occupancies').values(row).execute()
}
