import { expect, test } from 'vitest'
import { openWorld } from '../../../tests/world.ts'
import { recordBreak } from './actions.ts'
import { mailBreaks } from './breakActions.ts'
import type { BreakKind } from './rules.ts'

const world = await openWorld()
const { app, clock, inbox, runJobs } = world

const find = (references: string[], kind: BreakKind = 'unmatchedTransaction') =>
  app.db.transaction().execute(async (tx) => {
    for (const reference of references) await recordBreak(app, tx, { kind, reference, amountCents: 1_234, details: {} })
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
  await mailBreaks(app)
  await mailBreaks(app)
  await runJobs()
  expect(subjects().toSorted()).toEqual(['2 Abweichungen beim Zahlungsdienst', '3 Abweichungen beim Zahlungsdienst'])
})

test('the subject names what does not match', async () => {
  await find(['sub_1'], 'unknownSubscription')
  await runJobs()
  expect(subjects()).toEqual(['Abonnement passt nicht zur Firma'])
})
