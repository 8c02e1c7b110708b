import { expect, test } from 'vitest'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { productionSafety, usualSafety } from '#src/platform/kit/settingOptions.ts'
import { copyOperator, readSettings } from '#src/platform/server/settings.ts'
import { makeCompany } from '../../../../tests/factories.ts'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app } = testApp
const fixtures = openMoneyFixtures(testApp)
const start = (config: object) => copyOperator({ ...app, config: { ...app.config, ...config } })
const safety = async () => (await readSettings(app.db)).safety

/** Days between service and earliest payout for each of a company's first `bookings` bookings. */
async function waits(companyId: string, bookings: number) {
  const days: number[] = []
  for (let at = 0; at < bookings; at++) {
    const { bookingId } = await fixtures.paidBooking(companyId, {
      time: `${String(8 + at).padStart(2, '0')}:00`,
      customerEmail: `k${at}@kunde.example`,
    })
    const row = await app.db.selectFrom('bookings').selectAll().where('id', '=', bookingId).executeTakeFirstOrThrow()
    days.push(Math.round((Date.parse(berlinDay(row.payableAt ?? app.now())) - Date.parse(row.bookingDate)) / 86_400_000))
  }
  return days
}

test('in production the first start holds the shares of new companies: by their bookings, and by their age', async () => {
  await app.db.deleteFrom('settings').execute()
  await start({ isProduction: true })
  expect(await safety()).toEqual(productionSafety)
  const old = await makeCompany(app, { createdAt: new Date(app.now().getTime() - 31 * 86_400_000) })
  const young = await makeCompany(app, { createdAt: new Date(app.now().getTime() - 29 * 86_400_000) })
  expect([await waits(old.id, 6), await waits(young.id, 6)]).toEqual([
    [15, 15, 15, 15, 15, 1],
    [15, 15, 15, 15, 15, 15],
  ])
})

test('a later start leaves the settings as they are, and elsewhere nothing waits longer', async () => {
  await app.db.deleteFrom('settings').execute()
  await start({ isProduction: false })
  expect(await safety()).toEqual(usualSafety)
  await start({ isProduction: true })
  expect(await safety()).toEqual(usualSafety)
  expect(await waits((await makeCompany(app)).id, 1)).toEqual([1])
})

test('settings from before the days were counted hold by the bookings alone', async () => {
  const { newDays: _newDays, ...older } = productionSafety
  await app.db
    .insertInto('settings')
    .values({ key: 'safety', value: JSON.stringify(older), updatedAt: app.now() })
    .execute()
  expect(await safety()).toEqual({ ...older, newDays: 0 })
})
