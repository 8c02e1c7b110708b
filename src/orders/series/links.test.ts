import { expect, test } from 'vitest'
import { bookingLinkDays } from '#src/orders/bookings/links/rules.ts'
import { openSeriesFixtures } from '../../../tests/seriesFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { seriesTexts } from './texts.ts'

const testApp = await openTestApp()
const { app, clock, newVisitor, runJobs } = testApp
const { accepted, appointmentOf, mailsTo, tokenIn } = openSeriesFixtures(testApp)

const dayMs = 86_400_000
const open = (token: string) => newVisitor().call('get-series', { token })
const renew = (token: string) => newVisitor().call('renew-series-link', { token })

test('the link of a series expires 60 days after its last date, reports that, and can be renewed by mail', async () => {
  const { key, bookingIds, customerEmail } = await accepted()
  const last = await appointmentOf(bookingIds.at(-1) ?? '')
  const end = last.startsAt.getTime() + bookingLinkDays * dayMs
  clock.moveTo(new Date(end - 60_000))
  expect((await open(key.token)).status).toBe(200)
  clock.moveTo(new Date(end))
  const ended = await open(key.token)
  expect([ended.status, ended.body.error]).toEqual([410, seriesTexts.linkEnded])
  expect((await newVisitor().call('end-series', { key })).status).toBe(410)
  expect((await renew(key.token)).status).toBe(200)
  await runJobs()
  const [mail] = mailsTo(customerEmail)
  expect([mail?.subject, (await open(tokenIn(mail?.text))).status]).toEqual(['Ihr neuer Link zur Serie', 200])
})

test('a renewed link invalidates the previous one at once, also for later mails, and can be renewed once', async () => {
  const { key, customerEmail, owner, ids } = await accepted()
  const answers = await Promise.all([renew(key.token), renew(key.token), renew(key.token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  expect((await open(key.token)).status).toBe(404)
  await runJobs()
  const fresh = mailsTo(customerEmail).map(({ text }) => tokenIn(text))
  expect(fresh.length).toBe(1)
  expect((await open(fresh[0] ?? '')).status).toBe(200)
  await owner.call('end-company-series', { ...ids, reason: 'Umzug' })
  await runJobs()
  expect(mailsTo(customerEmail).flatMap(({ text }) => tokenIn(text) || [])).toEqual([fresh[0], fresh[0]])
  const rows = await app.db.selectFrom('bookingSeries').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(fresh[0])
})

test('a link without a stored expiry lasts a year after the request', async () => {
  const { key } = await accepted()
  await app.db.updateTable('bookingSeries').set({ linkUntil: null }).execute()
  const { createdAt } = await app.db.selectFrom('bookingSeries').select('createdAt').executeTakeFirstOrThrow()
  clock.moveTo(new Date(createdAt.getTime() + 365 * dayMs - 60_000))
  expect((await open(key.token)).status).toBe(200)
  clock.moveTo(new Date(createdAt.getTime() + 365 * dayMs))
  expect((await open(key.token)).status).toBe(410)
})
