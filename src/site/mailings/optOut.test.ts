import { beforeEach, expect, test } from 'vitest'
import { makeCompany, makeOwner, passCode, signInAs } from '../../../tests/factories.ts'
import { letter, openMailingFixtures } from '../../../tests/mailingFixtures.ts'
import { openTestApp, type Visitor } from '../../../tests/testApp.ts'

const testApp = await openTestApp()
const { app, inbox, newVisitor } = testApp
const { signInAdmin, companies, sendAll } = openMailingFixtures(testApp)
let admin: Visitor
beforeEach(async () => {
  admin = await signInAdmin()
})

const start = async () => {
  const { body } = await admin.call('admin-start-mailing', letter)
  await sendAll(body.mailing_id)
  return body.mailing_id as string
}
const tokenIn = (text = '') => /\/abmelden\?token=([\w-]{43})/.exec(text)?.[1] ?? ''
const tokenOf = (to: string) => tokenIn(inbox.mails().find((mail) => mail.to === to)?.text)
const optOuts = () => app.db.selectFrom('mailingOptOuts').selectAll().execute()

test('one click without session or cookie takes a company off the mailings; opening the link changes nothing', async () => {
  await companies(2)
  await start()
  const token = tokenOf('betrieb01@anbieter.example')
  const program = newVisitor('203.0.113.77')
  await program.request(`/abmelden?token=${token}`, {})
  expect(await optOuts()).toEqual([])
  // One-click unsubscribe as mail providers send it: a form post without origin and cookie.
  const clicked = await testApp.http.fetch(
    new Request(`${app.config.publicUrl}/abmelden?token=${token}`, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  )
  expect([clicked.status, await clicked.json()]).toEqual([200, { success: true, message: 'Sie erhalten keine Rund-Mails mehr.' }])
  expect(clicked.headers.get('cache-control')).toContain('no-store')
  expect((await optOuts()).length).toBe(1)
  inbox.clear()
  await start()
  expect(inbox.mails().map(({ to }) => to)).toEqual(['betrieb02@anbieter.example'])
})

test("the page's button does the same, again and again, and says when the link is wrong or incomplete", async () => {
  await companies(1)
  await start()
  const visitor = newVisitor()
  const token = tokenOf('betrieb01@anbieter.example')
  for (const _time of [1, 2]) {
    expect((await visitor.call('unsubscribe-mailings', { token })).body).toEqual({
      success: true,
      message: 'Sie erhalten keine Rund-Mails mehr.',
    })
  }
  expect((await optOuts()).length).toBe(1)
  const wrong = await visitor.call('unsubscribe-mailings', { token: 'x'.repeat(43) })
  expect([wrong.status, wrong.body.error]).toEqual([404, 'Dieser Link ist ungültig. Bitte öffnen Sie den Link aus einer neueren E-Mail.'])
  const missing = await visitor.call('unsubscribe-mailings', {})
  expect([missing.status, missing.body.error]).toEqual([
    400,
    'In diesem Link fehlt etwas. Bitte öffnen Sie den vollständigen Link aus der E-Mail.',
  ])
  const form = await visitor.request('/functions/v1/unsubscribe-mailings', {
    method: 'POST',
    body: new URLSearchParams({ token }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([form.status, form.headers.get('location')]).toEqual([303, '/abmelden?done=1'])
})

test('the link is the same in every mail, and only its hash is kept', async () => {
  await companies(1)
  await start()
  await start()
  const tokens = inbox.mails().map(({ text }) => tokenIn(text))
  expect([tokens.length, new Set(tokens).size]).toEqual([2, 1])
  const kept = await app.db.selectFrom('mailingLinks').selectAll().execute()
  expect(kept.length).toBe(1)
  expect(JSON.stringify(kept)).not.toContain(tokens[0])
})

test('mails that the account itself requests are still sent', async () => {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  await app.db.insertInto('mailingOptOuts').values({ companyId: company.id, optedOutAt: app.now() }).execute()
  const data = { companyName: company.companyName, contactPerson: company.contactPerson }
  const dashboardUrl = `${app.config.publicUrl}/dashboard`
  const sent = await admin.call('send-email', {
    to: company.email,
    type: 'admin_provider_added',
    data: { ...data, dashboardCode: '12345678', dashboardUrl },
  })
  await newVisitor().call('auth/recover', { email: owner.email })
  await testApp.runJobs()
  expect(
    inbox
      .mails()
      .map(({ to }) => to)
      .sort(),
  ).toEqual([owner.email, company.email].sort())
  expect(inbox.mails().find(({ to }) => to === company.email)?.messageId).toBe(sent.body.messageId)
  expect(inbox.mails().every(({ headers }) => !headers.includes('List-Unsubscribe'))).toBe(true)
})

test('the owner switches mailings off and on in the dashboard', async () => {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  const person = await passCode(app, await signInAs(newVisitor(), owner.email))
  const own = { companyId: company.id }
  expect((await person.call('get-mailing-choice', own)).body).toEqual({ receives: true })
  expect((await person.call('set-mailing-choice', { ...own, receives: false })).body).toEqual({ receives: false })
  expect((await admin.call('admin-start-mailing', letter)).body.error).toBe('Keine Anbieter gefunden')
  await person.call('set-mailing-choice', { ...own, receives: true })
  expect((await person.call('get-mailing-choice', own)).body).toEqual({ receives: true })
  expect((await admin.call('admin-preview-mailing', letter)).body.recipients).toBe(1)
})
