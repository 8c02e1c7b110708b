import { expect, test } from 'vitest'
import { addDays, berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { openAppointmentFixtures } from '../../../tests/appointmentFixtures.ts'
import { makeCalendar, makeCompany, makeService } from '../../../tests/factories.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { waitingProblems, waitingRetention } from './rules.ts'

const testApp = await openTestApp()
const { app, clock, newVisitor, runJobs } = testApp
const { mailsTo } = openAppointmentFixtures(testApp)

const customerEmail = 'katrin@kunde.example'
const tokens = () => mailsTo(customerEmail).map(({ text }) => /\/warteliste\?token=([\w-]{43})/.exec(text)?.[1] ?? '')
const open = (token: string) => newVisitor().call('get-waiting-entry', { token })
const renew = (token: string) => newVisitor().call('renew-waiting-link', { token })

/** An entry with a confirmed address, and its link. */
async function joined(lastDay: string) {
  const company = await makeCompany(app)
  await makeCalendar(app, company.id)
  const { id: serviceId } = await makeService(app, company.id, {})
  const form = { companyId: company.id, serviceId, customerEmail, firstDay: berlinDay(app.now()), lastDay }
  expect((await newVisitor().call('join-waiting-list', form)).status).toBe(200)
  await runJobs()
  const [token = ''] = tokens()
  expect((await newVisitor().call('confirm-waiting-entry', { token })).status).toBe(200)
  return token
}

test('the link of the waiting list expires a week after the last requested day', async () => {
  const lastDay = addDays(berlinDay(app.now()), 13)
  const token = await joined(lastDay)
  clock.moveTo(new Date(berlinInstant(addDays(lastDay, waitingRetention.linkDays + 1), '00:00').getTime() - 60_000))
  expect((await open(token)).status).toBe(200)
  clock.moveTo(berlinInstant(addDays(lastDay, waitingRetention.linkDays + 1), '00:00'))
  const ended = await open(token)
  expect([ended.status, ended.body.error]).toEqual([410, waitingProblems.linkEnded().message])
  expect((await renew(token)).status).toBe(410)
})

test('a renewed link invalidates the previous one at once', async () => {
  const token = await joined(addDays(berlinDay(app.now()), 13))
  const answers = await Promise.all([renew(token), renew(token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  await runJobs()
  const [fresh = ''] = tokens().filter((one) => one !== token)
  expect([(await open(token)).status, (await open(fresh)).status]).toEqual([404, 200])
  expect((await newVisitor().call('leave-waiting-list', { token })).status).toBe(404)
  expect((await newVisitor().call('leave-waiting-list', { token: fresh })).status).toBe(200)
})
