import { describe, expect, test } from 'vitest'
import { makeCompany, makeOwner, passCode, signInAs } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { emailTexts } from './texts.ts'

const testApp = await openTestApp()
const { app, clock, newVisitor, runJobs, inbox } = testApp
const later = (ms: number) => clock.moveTo(new Date(app.now().getTime() + ms))
const hour = 3_600_000

async function openFixture(fields: object = {}) {
  const company = await makeCompany(app, { email: 'alt@firma.example', ...fields })
  const owner = await makeOwner(app, company.id)
  const person = await passCode(app, await signInAs(newVisitor(), owner.email))
  const { companyName, contactPerson, category, description, location, phone } = company
  const form = { company_name: companyName, contact_person: contactPerson, category, description, location, phone }
  return {
    company,
    owner,
    person,
    save: (email: string, more: object = {}) => person.call('update-company', { companyId: company.id, ...form, email, ...more }),
    address: async () =>
      (await app.db.selectFrom('companies').select('email').where('id', '=', company.id).executeTakeFirstOrThrow()).email,
    tokenTo: async (to: string) => {
      await runJobs()
      return /[?&]token=([\w-]{43})/.exec(inbox.mails().find((mail) => mail.to === to)?.text ?? '')?.[1] ?? ''
    },
    actions: async () => {
      const rows = await app.db.selectFrom('auditLog').select('action').where('objectId', '=', company.id).orderBy('id').execute()
      return rows.map(({ action }) => action)
    },
  }
}
const confirm = (token: string) => newVisitor().call('confirm-company-email', { token })
const undo = (token: string) => newVisitor().call('undo-company-email', { token })

describe('a new address of a company', () => {
  test('counts after the link that was mailed to it, and nothing of the company is in that mail', async () => {
    const fixture = await openFixture({ companyName: 'Gratis Gewinn GmbH' })
    expect((await fixture.save('neu@firma.example', { phone: '+49 40 1234567' })).status).toBe(200)
    expect(await fixture.address()).toBe('alt@firma.example')
    const token = await fixture.tokenTo('neu@firma.example')
    const [mail] = inbox.mails().filter(({ to }) => to === 'neu@firma.example')
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('Gratis')
    // The form sends the address again with every save: the link stays valid.
    await fixture.save('neu@firma.example', { phone: '+49 40 7654321' })
    expect(await fixture.tokenTo('neu@firma.example')).toBe(token)
    expect((await confirm(token)).body).toEqual({ success: true, message: emailTexts.confirmed })
    expect(await fixture.address()).toBe('neu@firma.example')
    expect(await confirm(token)).toMatchObject({ status: 410 })
    expect(await fixture.actions()).toEqual([
      'companies.requestEmail',
      'companies.changeProfile',
      'companies.changeProfile',
      'companies.confirmEmail',
    ])
  })

  test('needs a code of the last ten minutes; other fields do not', async () => {
    const fixture = await openFixture()
    later(601_000)
    expect(await fixture.save('neu@firma.example')).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
    expect((await fixture.save('alt@firma.example', { phone: '+49 40 1234567' })).status).toBe(200)
    expect(await fixture.actions()).toEqual(['companies.changeProfile'])
  })

  test('is reported to the account and to the former address, whose link undoes it and ends the sessions', async () => {
    const fixture = await openFixture()
    await fixture.save('neu@firma.example')
    await confirm(await fixture.tokenTo('neu@firma.example'))
    expect(await fixture.tokenTo(fixture.owner.email)).toHaveLength(43)
    const token = await fixture.tokenTo('alt@firma.example')
    const answers = await Promise.all([undo(token), undo(token), undo(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
    expect(await fixture.address()).toBe('alt@firma.example')
    expect((await fixture.save('alt@firma.example')).status).toBe(401)
    const events = await app.db.selectFrom('securityEvents').select('kind').where('userId', '=', fixture.owner.id).orderBy('id').execute()
    expect(events.map(({ kind }) => kind)).toEqual(['signIn', 'emailRequested', 'emailChanged', 'sessionsEnded', 'emailUndone'])
  })

  test('waits for 24 hours, and its undo for 14 days', async () => {
    const fixture = await openFixture()
    await fixture.save('neu@firma.example')
    const token = await fixture.tokenTo('neu@firma.example')
    later(24 * hour + 1_000)
    expect(await confirm(token)).toMatchObject({ status: 410, body: { error: emailTexts.expired } })
    await passCode(app, fixture.person)
    await fixture.save('neu@firma.example')
    await confirm(await fixture.tokenTo('neu@firma.example'))
    const back = await fixture.tokenTo('alt@firma.example')
    later(14 * 24 * hour + 1_000)
    expect(await undo(back)).toMatchObject({ status: 410 })
    expect(await undo('x'.repeat(43))).toMatchObject({ status: 404 })
  })

  test("needs no link if it is the account's own", async () => {
    const fixture = await openFixture()
    expect((await fixture.save(fixture.owner.email)).status).toBe(200)
    expect(await fixture.address()).toBe(fixture.owner.email)
  })

  test('of a company that never paid is written without a mail to it', async () => {
    const fixture = await openFixture({ subscriptionStatus: 'incomplete' })
    await fixture.save('opfer@fremd.example')
    await runJobs()
    expect(inbox.mails().filter(({ to }) => to === 'opfer@fremd.example')).toEqual([])
  })
})
