import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { reversalGraph } from '#src/orders/refunds/rules.ts'
import { openMoneyFixtures } from '../../../tests/moneyFixtures.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { moneyGraphs } from './rules.ts'

const testApp = await openTestApp()
const { app } = testApp
const { operator, payableCompany, paidBooking } = openMoneyFixtures(testApp)

test('the database knows the graphs of checkouts, refunds, disputes and reversals, and refuses every other edge', async () => {
  const { rows } = await sql<{ edge: string }>`
    select graph || ': ' || from_state || ' → ' || to_state as edge
    from state_edges
    where graph in ('checkout', 'refund', 'dispute', 'reversal')`.execute(app.db)
  const ours = Object.entries({ ...moneyGraphs, ...reversalGraph }).flatMap(([graph, edges]) =>
    Object.entries(edges).flatMap(([from, states]) => states.map((to: string) => `${graph}: ${from} → ${to}`)),
  )
  expect(rows.map(({ edge }) => edge).sort()).toEqual(ours.sort())
  const { bookingId } = await paidBooking((await payableCompany()).id)
  const unpaid = app.db.updateTable('checkouts').set({ status: 'expired' }).where('bookingId', '=', bookingId).execute()
  await expect(unpaid).rejects.toThrow(/checkout cannot go from paid to expired/)
  await (await operator()).call('admin-refund-booking', { bookingId, amount: 1, reason: 'Kulanz' })
  await testApp.runJobs()
  const again = app.db.updateTable('refunds').set({ status: 'pending' }).execute()
  await expect(again).rejects.toThrow(/refund cannot go from succeeded to pending/)
})
