import { describe, expect, test } from 'vitest'
import { accounts, openBankFixture } from '../../../../tests/bankFixtures.ts'
import { makeOwner, passCode, signInAs } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { sweepBankChanges } from './actions.ts'
import { bankTexts } from './texts.ts'

const testApp = await openTestApp()
const { app, clock, newVisitor, runJobs, inbox } = testApp
const hours = 3_600_000
const later = (ms: number) => clock.moveTo(new Date(app.now().getTime() + ms))
const masked = { first: 'DE89 •••• •••• •••• ••30 00' }
const openLink = (token: string) => newVisitor().call('verify-bank-update', { token })
const undo = (token: string) => newVisitor().call('undo-bank-update', { token })

describe("'Das war ich nicht'", () => {
  test('brings the old details back, ends the sessions, holds payouts and tells the operator', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.change(accounts.first)
    await fixture.change(accounts.second)
    const token = await fixture.undoToken(fixture.company.email)
    await fixture.request({ ...accounts.second, account_holder: 'Noch jemand' })
    const waiting = await fixture.confirmToken()
    expect((await undo(token)).body).toEqual({ success: true, message: bankTexts.undoneMessage })
    expect((await fixture.person.call('get-bank-details', { companyId: fixture.company.id })).status).toBe(401)
    expect(await openLink(waiting)).toMatchObject({ status: 404 })
    await passCode(app, await signInAs(fixture.person, fixture.owner.email))
    expect(await fixture.read()).toMatchObject({
      bank_details: { bank_account: masked.first },
      pending: null,
      waits: [{ cause: 'held', text: expect.stringContaining('Auszahlungen angehalten') }, { cause: 'recentlyChanged' }],
    })
    await runJobs()
    expect(fixture.mailTo(app.config.adminEmail, /Änderung der Bankdaten bestritten/)?.text).toContain(fixture.company.companyName)
    const holds = await app.db.selectFrom('payoutHolds').select(['companyId', 'cause', 'liftedAt']).execute()
    expect(holds).toEqual([{ companyId: fixture.company.id, cause: 'bank_change_disputed', liftedAt: null }])
    const events = await app.db.selectFrom('securityEvents').select('kind').where('userId', '=', fixture.owner.id).orderBy('id').execute()
    expect(events.map(({ kind }) => kind).filter((kind) => kind !== 'signIn')).toEqual([
      ...['bankRequested', 'bankChanged', 'bankRequested', 'bankChanged', 'bankRequested', 'sessionsEnded', 'bankUndone'],
    ])
  })

  test('works once and for 14 days', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.change(accounts.first)
    const token = await fixture.undoToken()
    const answers = await Promise.all(Array.from({ length: 6 }, () => undo(token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410])
    expect(await app.db.selectFrom('bankDetails').select('companyId').execute()).toEqual([])
    await passCode(app, await signInAs(fixture.person, fixture.owner.email))
    await fixture.change(accounts.first)
    const second = await fixture.undoToken()
    later(14 * 24 * hours + 1_000)
    expect(await undo(second)).toMatchObject({ status: 410, body: { error: expect.stringContaining('abgelaufen') } })
    expect(await undo('x'.repeat(43))).toMatchObject({ status: 404 })
    expect(await undo('')).toMatchObject({ status: 404 })
  })

  test('of an earlier change takes the later ones back with it', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.change(accounts.first)
    await fixture.change(accounts.second)
    const early = await fixture.undoToken()
    later(1_000)
    await fixture.change({ ...accounts.second, account_holder: 'Dritte Hand' })
    await runJobs()
    const late = /token=([\w-]{43})/.exec(inbox.mails()[0]?.text ?? '')?.[1] ?? ''
    expect(late).not.toBe(early)
    expect(await undo(early)).toMatchObject({ status: 200 })
    expect(await undo(late)).toMatchObject({ status: 410, body: { error: 'Diese Änderung ist schon zurückgenommen.' } })
    await passCode(app, await signInAs(fixture.person, fixture.owner.email))
    expect((await fixture.read()).bank_details).toMatchObject({ bank_account: masked.first })
  })

  test('is refused to an earlier owner of the company', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.change(accounts.first)
    const token = await fixture.undoToken()
    await makeOwner(app, fixture.company.id)
    expect(await undo(token)).toMatchObject({ status: 404 })
    expect(await app.db.selectFrom('bankDetails').select('companyId').execute()).toHaveLength(1)
  })

  test('is posted by a plain form, too', async () => {
    const fixture = await openBankFixture(testApp)
    await fixture.change(accounts.first)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null', 'sec-fetch-site': 'same-origin' }
    const body = new URLSearchParams({ token: await fixture.undoToken() }).toString()
    const answer = await newVisitor().request('/functions/v1/undo-bank-update', { method: 'POST', body, headers })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/undo-bank-update?done=1'])
  })
})

test('links are forgotten a week after their end, what counts stays', async () => {
  const fixture = await openBankFixture(testApp)
  await fixture.change(accounts.first)
  await fixture.request(accounts.second)
  const left = async () => {
    await sweepBankChanges(app)
    return (await app.db.selectFrom('bankChanges').select('id').execute()).length
  }
  later(8 * 24 * hours - 60_000)
  expect(await left()).toBe(2)
  later(120_000)
  expect(await left()).toBe(1)
  later(13 * 24 * hours)
  expect(await left()).toBe(0)
  expect(await app.db.selectFrom('bankDetails').select('companyId').execute()).toHaveLength(1)
})
