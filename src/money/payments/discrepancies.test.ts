import { expect, test } from 'vitest'
import { openTestApp } from '../../../tests/testApp.ts'
import { recordDiscrepancy } from './actions.ts'
import { mailDiscrepancies } from './discrepancyActions.ts'
import type { DiscrepancyKind } from './rules.ts'

const testApp = await openTestApp()
const { app, clock, inbox, runJobs } = testApp

const find = (references: string[], kind: DiscrepancyKind = 'unmatchedTransaction') =>
  app.db.transaction().execute(async (tx) => {
    for (const reference of references) await recordDiscrepancy(app, tx, { kind, reference, amountCents: 1_234, details: {} })
  })
const subjects = () => inbox.mails().map(({ subject }) => subject)

test('several discrepancies are one mail, and those that follow wait for an hour', async () => {
  await find(['txn_1', 'txn_2', 'txn_3'])
  await runJobs()
  expect(subjects()).toEqual(['3 Abweichungen beim Zahlungsdienst'])
  expect(inbox.mails()[0]?.text).toMatch(/txn_1[\s\S]*txn_2[\s\S]*txn_3[\s\S]*12,34/)
  await find(['txn_3', 'txn_4'])
  await find(['txn_5'])
  await runJobs()
  expect(subjects()).toHaveLength(1)
  clock.moveTo(new Date(app.now().getTime() + 61 * 60_000))
  await mailDiscrepancies(app)
  await mailDiscrepancies(app)
  await runJobs()
  expect(subjects().toSorted()).toEqual(['2 Abweichungen beim Zahlungsdienst', '3 Abweichungen beim Zahlungsdienst'])
})

test('the subject names what does not match', async () => {
  await find(['sub_1'], 'unknownSubscription')
  await runJobs()
  expect(subjects()).toEqual(['Abonnement passt nicht zur Firma'])
})
