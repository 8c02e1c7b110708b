import { expect, test, vi } from 'vitest'
import { makeCompany, makeReview } from '../../../../tests/factories.ts'
import { isAnybodyWaiting } from '../../../../tests/locks.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { indexCompanies } from '../index/store.ts'
import { searchCompanies } from './actions.ts'
import { emptyQuery } from './rules.ts'

const { app } = await openTestApp()

test('a company suspended during a rebuild of the search stays hidden', async () => {
  const { id } = await makeCompany(app)
  await whileHeld(
    (tx) => tx.updateTable('companies').set({ suspendedAt: app.now() }).where('id', '=', id).execute(),
    () => indexCompanies(app.db, [id]),
  )
  expect((await search()).total).toBe(0)
})

test('a company listed again during a rebuild of the search is found', async () => {
  const { id } = await makeCompany(app, { suspendedAt: app.now() })
  await whileHeld(
    (tx) => tx.updateTable('companies').set({ suspendedAt: null }).where('id', '=', id).execute(),
    () => indexCompanies(app.db, [id]),
  )
  expect((await search()).total).toBe(1)
})

test('of two reviews that are published at once both count', async () => {
  const { id } = await makeCompany(app)
  await whileHeld(
    (tx) => makeReview({ ...app, db: tx }, id, { rating: 5 }),
    () => makeReview(app, id, { rating: 2 }),
  )
  expect((await search()).companies).toMatchObject([{ rating: 3.5, reviews: 2 }])
})

const search = () => searchCompanies(app.db, { ...emptyQuery, limit: 24, offset: 0 })

/** Starts the second before the first is committed, and ends the first when the second waits for it. */
async function whileHeld(first: (tx: typeof app.db) => Promise<unknown>, second: () => Promise<unknown>) {
  let later: Promise<unknown> = Promise.resolve()
  await app.db.transaction().execute(async (tx) => {
    await first(tx)
    later = second()
    await vi.waitUntil(() => isAnybodyWaiting(app), { timeout: 20_000 })
  })
  await later
}
