import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cards, iso, openSubscriptionSandbox } from './subscriptionSandbox.ts'

test('a restart in the middle of the retries goes on where it was, and makes up for the time it was away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const stateFile = join(folder, 'sandbox.jsonl')
  const before = await openSubscriptionSandbox({ stateFile })
  const { id, customer } = await before.subscribe((await before.price('basic', 2500)).id)
  await before.control('card', { customer, card: cards.declined })
  await before.goTo('2026-03-04T10:00:00Z')
  const left = await before.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })
  expect(left).toMatchObject({ status: 'past_due', latest_invoice: { attempt_count: 2 } })
  await before.close()

  const after = await openSubscriptionSandbox({ stateFile })
  expect(await after.stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] })).toEqual(left)
  await after.control('card', { customer, card: cards.good })
  await after.goTo('2026-04-01T10:00:00Z')
  const invoices = await after.invoicesOf(id)
  expect(invoices.map((one) => [one.status, one.attempt_count, iso(one.status_transitions.paid_at)])).toEqual([
    ['paid', 1, '2026-01-31T10:00'],
    ['paid', 2, '2026-03-07T10:00'],
    ['paid', 1, '2026-03-31T10:00'],
  ])
  expect(await after.statusOf(id)).toBe('active')
  await after.close()
  rmSync(folder, { recursive: true })
})
