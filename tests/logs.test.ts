import { expect, test } from 'vitest'
import { methodOf, pathOf } from '#src/platform/server/calls/endpoint.ts'
import { openLog } from '#src/platform/server/log.ts'
import { readFeeds } from '#src/supply/calendars/feeds/actions.ts'
import { operations } from '#src/wiring.ts'
import { openAppointmentFixtures } from './appointmentFixtures.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp()
const { app, inbox } = testApp
const { agreed } = openAppointmentFixtures(testApp)

const lines: string[] = []
app.log = openLog('trace', { lines: { write: (line) => void lines.push(line) } })

test('no operation logs a secret of a person', async () => {
  const { owner, ids, key } = await agreed('kulant')
  expect((await owner.call('save-feed', { ...ids, url: 'https://kalender.invalid/geheime-adresse-4711.ics' })).status).toBe(200)
  await testApp.visitor.call('request-booking-link', { email: 'katrin.bergmann@kunde.example', number: ids.bookingId.slice(-8) })
  await readFeeds(app)
  await testApp.runJobs()
  const mailed = inbox.mails().flatMap(({ text }) => [...text.matchAll(/token(?:_hash)?=([\w-]{43})/g)].map(([, token = '']) => token))
  const planted = [...owner.cookies.values(), key.sessionId, ...mailed, 'geheime-adresse-4711', 'katrin.bergmann@kunde.example']
  const [token = ''] = owner.cookies.values()
  const body = JSON.stringify({ ...ids, ...key, token, secret: token, code: token, email: 'katrin.bergmann@kunde.example' })
  for (const one of operations) {
    const method = methodOf(one)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-file-name': token }
    const asked = method === 'GET' ? { method, headers } : { method, headers, body }
    await owner.request(`${pathOf(one)}?${new URLSearchParams({ token, ...key })}`, asked).catch(() => undefined)
  }
  await testApp.runJobs()
  expect(lines.length).toBeGreaterThan(operations.length)
  const leaked = () => planted.filter((secret) => secret.length > 5 && lines.some((line) => line.includes(secret)))
  expect(leaked()).toEqual([])
  // Control: the check detects a logged token.
  app.log.info({ seen: token })
  expect(leaked()).toEqual([token])
})
