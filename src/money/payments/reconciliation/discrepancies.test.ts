import { expect, test } from 'vitest'
import { openMoneyFixtures } from '../../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { recordDiscrepancy } from '../actions.ts'
import { fetchTransactions } from './actions.ts'
import { closeDiscrepanciesOfKind } from './store.ts'

const testApp = await openTestApp()
const { app } = testApp
const { operator, payableCompany, paidBooking } = openMoneyFixtures(testApp)

const insertDiscrepancy = async (kind: string, reference: string) => {
  const row = { kind, reference, details: '{}', foundAt: app.now() }
  const { id } = await app.db.insertInto('reconciliationBreaks').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

test('the operator closes what cannot clear itself up: once, with the reason, in the audit log, and it stays readable', async () => {
  const admin = await operator()
  const breakId = await insertDiscrepancy('unknownRefund', 're_fremd')
  const close = (reason: unknown = ' Im Konto des Zahlungsdienstes erstattet ') => admin.call('admin-close-break', { breakId, reason })
  for (const reason of ['  ab  ', 'x'.repeat(501), undefined]) {
    const { status, body } = await close(reason ?? null)
    expect([status, body.fields]).toEqual([422, { reason: ['Bitte geben Sie einen Grund mit 3 bis 500 Zeichen an.'] }])
  }
  expect((await admin.call('admin-list-breaks', {})).body.breaks).toMatchObject([{ closes_itself: false, closed_reason: null }])
  const answers = await Promise.all([close(), close()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await close()).body).toMatchObject({ error: 'Diese Abweichung ist schon geschlossen.', code: 'payments.breakClosed' })
  expect((await admin.call('admin-list-breaks', {})).body.total).toBe(0)
  const reason = 'Im Konto des Zahlungsdienstes erstattet'
  const { body } = await admin.call('admin-list-breaks', { state: 'closed' })
  expect(body).toMatchObject({ total: 1, breaks: [{ id: breakId, closed_reason: reason, closed_at: expect.any(String) }] })
  const audits = await app.db.selectFrom('auditLog').selectAll().where('action', '=', 'payments.closeBreak').execute()
  expect(audits).toMatchObject([
    {
      objectType: 'reconciliationBreak',
      objectId: breakId,
      actor: expect.stringMatching(/^admin:/),
      before: { kind: 'unknownRefund', reference: 're_fremd', closedAt: null },
      after: { reason, closedAt: expect.any(String) },
    },
  ])
  const gone = await admin.call('admin-close-break', { breakId: '01975d6e-0000-7000-8000-000000000000', reason })
  expect([gone.status, gone.body.error]).toEqual([404, 'Diese Abweichung ist unbekannt.'])
})

test('what the next reconciliation would find again is not closed by hand, unless it can never find its counterpart', async () => {
  const admin = await operator()
  const close = async (breakId: string) => (await admin.call('admin-close-break', { breakId, reason: 'Geprüft' })).body
  const persists = {
    code: 'payments.breakPersists',
    error: 'Diese Abweichung besteht noch: Der nächste Abgleich fände sie wieder. Sie schließt sich von selbst, sobald sie aufgeklärt ist.',
  }
  const company = await payableCompany()
  await paidBooking(company.id)
  await fetchTransactions(app)
  const moved = await app.db.selectFrom('pspTransactions').select('id').executeTakeFirst()
  const reference = moved?.id ?? ''
  const unmatched = await insertDiscrepancy('unmatchedTransaction', reference)
  expect(await close(unmatched)).toMatchObject(persists)
  for (const kind of ['missingAtPsp', 'balanceDiffers']) expect(await close(await insertDiscrepancy(kind, 'x'))).toMatchObject(persists)
  expect((await admin.call('admin-list-breaks', {})).body.breaks.map((one: { closes_itself: boolean }) => one.closes_itself)).toEqual([
    true,
    true,
    true,
  ])
  // After a day without a counterpart reconciliation stops waiting, and the operator may close it.
  const foundAgo = (hours: number) =>
    app.db
      .updateTable('reconciliationBreaks')
      .set({ foundAt: new Date(app.now().getTime() - hours * 3_600_000) })
      .where('id', '=', unmatched)
      .execute()
  const closesItself = async () => {
    const { breaks } = (await admin.call('admin-list-breaks', {})).body
    return breaks.find(({ id }: { id: string }) => id === unmatched).closes_itself
  }
  await foundAgo(24)
  expect(await closesItself()).toBe(false)
  await foundAgo(23)
  expect(await closesItself()).toBe(true)
  // A movement of a kind that matches no ledger transaction.
  await app.db.updateTable('pspTransactions').set({ ledgerKind: null, ledgerReference: null }).where('id', '=', reference).execute()
  expect(await close(unmatched)).toEqual({ success: true })
})

test('a discrepancy that closed by itself is reopened when found again; one that the operator closed stays closed', async () => {
  const admin = await operator()
  const found = (kind: 'balanceDiffers' | 'unknownRefund') =>
    app.db.transaction().execute((tx) => recordDiscrepancy(app, tx, { kind, reference: 'heute', amountCents: 1, details: {} }))
  const openOnes = async () => (await admin.call('admin-list-breaks', {})).body.total
  await found('balanceDiffers')
  await app.db.transaction().execute((tx) => closeDiscrepanciesOfKind(tx, { kind: 'balanceDiffers', now: app.now() }))
  expect(await openOnes()).toBe(0)
  await found('balanceDiffers')
  expect(await openOnes()).toBe(1)
  await found('unknownRefund')
  const { breaks } = (await admin.call('admin-list-breaks', {})).body
  const { id: breakId } = breaks.find(({ kind }: { kind: string }) => kind === 'unknownRefund')
  await admin.call('admin-close-break', { breakId, reason: 'Geprüft' })
  await found('unknownRefund')
  expect(await openOnes()).toBe(1)
})
