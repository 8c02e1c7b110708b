import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openPayoutFixtures, payoutAdminPassword } from './payoutFixtures.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp({ ADMIN_PASSWORD: payoutAdminPassword })
const { app, runJobs } = testApp
const { companyWithAccount, paidBooking } = openPayoutFixtures(testApp)

test('a paid booking leaves the public caches of all processes alone; a change of a company empties them', async () => {
  const company = await companyWithAccount()
  await runJobs()
  let changes = 0
  const isListening = app.live.onPublicChange(() => {
    changes += 1
  })
  await vi.waitUntil(isListening, { timeout: 10_000 })
  await vi.waitUntil(() => changes > 0)
  await pause(200)
  changes = 0
  await paidBooking(company.id)
  await runJobs()
  await pause(300)
  expect(changes).toBe(0)
  await app.db.updateTable('companies').set({ description: 'Jetzt auch am Samstag' }).where('id', '=', company.id).execute()
  await vi.waitUntil(() => changes > 0, { timeout: 5_000 })
})
