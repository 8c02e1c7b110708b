import { expect, test } from 'vitest'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { makeCalendar, makeCompany, makeService } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'

const { app, newVisitor } = await openTestApp()

test('a service longer than every day: each day gives that reason, and joining the waiting list is refused', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id, { from: 840, to: 900 })
  const { id: serviceId } = await makeService(app, company.id, { minutes: 300, noticeHours: 0, horizonDays: 30 })
  const work = { companyId: company.id, serviceId }
  const { days } = (await newVisitor().call('get-free-slots', { ...work, days: 7 })).body
  expect(days.map(({ reason }: { reason: string }) => reason)).toEqual(Array(7).fill('short'))
  const day = (after: number) => addDays(berlinDay(app.now()), after)
  const wish = { ...work, customerEmail: 'anna@kunde.example', firstDay: day(0), lastDay: day(13) }
  const refused = await newVisitor().call('join-waiting-list', wish)
  expect([refused.status, refused.body.code]).toEqual([409, 'waiting.neverFits'])
  expect(await app.db.selectFrom('waitingEntries').selectAll().execute()).toEqual([])
})
