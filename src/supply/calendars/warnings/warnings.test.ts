import { expect, test } from 'vitest'
import { enqueue } from '#src/platform/server/jobs.ts'
import { enterAs, makeCalendar, makeCompany, makeOwner, makeService, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { unbookableText } from '../fitTexts.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs, newVisitor } = testApp
const warn = async () => {
  await enqueue(app.db, { name: 'calendars.warnOfUnbookable', payload: {} })
  await runJobs()
}
const later = (days: number) => clock.moveTo(new Date(app.now().getTime() + days * 86_400_000))
const mails = () => inbox.mails().filter(({ subject }) => subject.includes('nicht buchbar'))

test('a service without a free time is mailed after a week, once, and anew after it could be booked in between', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id, { from: 480, to: 720 })
  const { id } = await makeService(app, company.id, { title: 'Fenster putzen', minutes: 300 })
  await makeService(app, company.id, { title: 'Beratung', minutes: 60, position: 1 })
  await warn()
  later(6.9)
  await warn()
  expect(mails()).toEqual([])
  later(0.2)
  await Promise.all([warn(), warn()])
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.text).toContain(
    'In 14 Tagen kein Termin für „Fenster putzen“, weil an keinem Tag 5 Stunden am Stück geöffnet ist, höchstens 4 Stunden.',
  )
  expect(mails()[0]?.text).not.toContain('Beratung')
  later(10)
  await warn()
  expect(mails()).toHaveLength(1)
  await app.db.updateTable('services').set({ minutes: 120 }).where('id', '=', id).execute()
  await warn()
  await app.db.updateTable('services').set({ minutes: 300 }).where('id', '=', id).execute()
  await warn()
  later(7.1)
  await warn()
  expect(mails()).toHaveLength(2)
})

test('a full calendar, a switched-off one and an unlisted company are not warned', async () => {
  const full = await makeCompany(app)
  const people = await makeCalendar(app, full.id)
  await makeService(app, full.id, { minutes: 60 })
  const during = `[${app.now().toISOString()},${new Date(app.now().getTime() + 60 * 86_400_000).toISOString()})`
  const row = { companyId: full.id, resourceId: Object.values(people)[0] ?? '', kind: 'block' as const, during, core: during }
  await app.db
    .insertInto('occupancies')
    .values({ ...row, createdAt: app.now() })
    .execute()
  for (const change of ['off', 'suspended']) {
    const { id } = await makeCompany(app)
    await makeCalendar(app, id)
    await makeService(app, id, { minutes: 720, people: 3 })
    if (change === 'off') await app.db.updateTable('calendars').set({ isOn: false }).where('companyId', '=', id).execute()
    else await app.db.updateTable('companies').set({ suspendedAt: app.now() }).where('id', '=', id).execute()
  }
  await warn()
  later(8)
  await warn()
  expect(mails()).toEqual([])
})

test('the step of the checklist is open while a service cannot be booked', async () => {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id, { from: 480, to: 720 })
  const { id } = await makeService(app, company.id, { minutes: 300 })
  const { email } = await makeOwner(app, company.id)
  const owner = await passCode(app, await enterAs(app, newVisitor(), email))
  const step = async () => (await owner.call('get-company-home', { companyId: company.id })).body.setup.hours
  expect(await step()).toBe(false)
  await app.db.updateTable('services').set({ isSpread: true }).where('id', '=', id).execute()
  expect(await step()).toBe(true)
})

test.each([
  [
    { minutes: 300, isSpread: false, why: 'short', longestMinutes: 240 },
    'an keinem Tag 5 Stunden am Stück geöffnet ist, höchstens 4 Stunden',
  ],
  [{ minutes: 240, isSpread: true, why: 'short', longestMinutes: 180 }, 'an keinem Tag 4 Stunden geöffnet sind, höchstens 3 Stunden'],
  [{ minutes: 4_800, isSpread: true, why: 'short', longestMinutes: null }, 'Sie in 30 Tagen weniger als 80 Stunden geöffnet haben'],
] as const)('the cause of %j', (found, because) =>
  expect(unbookableText({ title: 'X', ...found })).toBe(`In 14 Tagen kein Termin für „X“, weil ${because}.`),
)
