import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findResponseErrors } from './responseCheck.ts'
import { loadOwnSchema } from './server.ts'
import { openTestSandbox, refusalOf, type TestSandbox, until } from './testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
beforeEach(async () => {
  await sandbox.control('reset')
  sandbox.receiver.events.length = 0
})
afterAll(() => sandbox.close())

const net = async () => {
  const { available, pending } = await sandbox.stripe.balance.retrieve()
  return [...available, ...pending].reduce((sum, { amount }) => sum + amount, 0)
}
/** 138 € paid: 135.68 € after the fee. */
const payCharge = async () => {
  const session = await sandbox.createSession()
  await sandbox.control('pay', { session: session.id })
  const paid = await sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })
  if (typeof paid.payment_intent !== 'object' || !paid.payment_intent) throw new Error('not expanded')
  return { intent: paid.payment_intent.id, charge: String(paid.payment_intent.latest_charge) }
}
const openDispute = async (input: object) => String((await sandbox.control('dispute', input)).id)
const disputeEvents = () => sandbox.receiver.events.map(({ type }) => type).filter((type) => type.startsWith('charge.dispute.'))

test('an open dispute takes the amount and a fee, and the charge cannot be refunded', async () => {
  const { intent, charge } = await payCharge()
  const id = await openDispute({ charge })
  expect(await net()).toBe(13_568 - 13_800 - 2_000)
  const dispute = await sandbox.stripe.disputes.retrieve(id, { expand: ['charge'] })
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 13_800,
    charge: { id: charge, disputed: true },
    is_charge_refundable: false,
    payment_intent: intent,
    reason: 'fraudulent',
    status: 'needs_response',
    balance_transactions: [{ amount: -13_800, fee: 2_000, net: -15_800, type: 'adjustment', reporting_category: 'dispute', source: id }],
  })
  expect((await sandbox.stripe.disputes.list({ payment_intent: intent })).data.map((one) => one.id)).toEqual([id])
  expect((await sandbox.stripe.disputes.list({ charge: 'ch_other' })).data).toEqual([])
  expect((await refusalOf(sandbox.stripe.refunds.create({ charge }))).code).toBe('charge_disputed')
  await expect(openDispute({ charge })).rejects.toThrow('disputed already')
  await until(() => disputeEvents().length === 2)
  expect(disputeEvents().toSorted()).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
  const { definitions } = loadOwnSchema()
  for (const { type, data } of sandbox.receiver.events.filter((one) => one.type.startsWith('charge.dispute.'))) {
    expect([type, findResponseErrors(definitions, { ref: 'resources/Disputes#Dispute' }, data.object)]).toEqual([type, []])
  }
})

test('won brings the amount back, the fee only if asked for, and refunds are possible again', async () => {
  const { charge, intent } = await payCharge()
  const id = await openDispute({ payment_intent: intent })
  await sandbox.control('closeDispute', { dispute: id, outcome: 'won' })
  expect(await net()).toBe(13_568 - 2_000)
  const won = await sandbox.stripe.disputes.retrieve(id)
  expect(won.status).toBe('won')
  expect(won.balance_transactions.map((one) => one.reporting_category)).toEqual(['dispute', 'dispute_reversal'])
  await until(() => disputeEvents().includes('charge.dispute.closed'))
  expect(disputeEvents()).toContain('charge.dispute.funds_reinstated')
  await expect(sandbox.control('closeDispute', { dispute: id, outcome: 'lost' })).rejects.toThrow('already closed: won')
  expect((await sandbox.stripe.refunds.create({ charge, amount: 100 })).status).toBe('succeeded')
  const again = await openDispute({ charge })
  await sandbox.control('closeDispute', { dispute: again, outcome: 'won', returnsFee: true })
  expect(await net()).toBe(13_568 - 2_000 - 100)
  expect((await sandbox.stripe.disputes.retrieve(again)).amount).toBe(13_700)
})

test('lost leaves it at that, and stays lost', async () => {
  const { charge } = await payCharge()
  await sandbox.stripe.refunds.create({ charge, amount: 3_800 })
  const id = await openDispute({ charge, reason: 'product_not_received' })
  expect(await sandbox.stripe.disputes.close(id)).toMatchObject({ status: 'lost', reason: 'product_not_received' })
  expect(await net()).toBe(13_568 - 13_800 - 2_000)
  expect((await refusalOf(sandbox.stripe.refunds.create({ charge }))).code).toBe('charge_disputed')
  await until(() => disputeEvents().includes('charge.dispute.closed'))
  expect(disputeEvents()).not.toContain('charge.dispute.funds_reinstated')
})

test('a part may be disputed; nothing, too much and what was never paid may not', async () => {
  const { charge } = await payCharge()
  expect(await sandbox.control('dispute', { charge, amount: 5_000 })).toMatchObject({ amount: 5_000 })
  const whole = await payCharge()
  await expect(openDispute({ charge: whole.charge, amount: 13_801 })).rejects.toThrow('Nothing to dispute')
  await sandbox.stripe.refunds.create({ charge: whole.charge })
  await expect(openDispute({ charge: whole.charge })).rejects.toThrow('Nothing to dispute')
  await expect(openDispute({ payment_intent: 'pi_nichts' })).rejects.toThrow('No such charge')
  expect((await refusalOf(sandbox.stripe.disputes.retrieve('du_nichts'))).statusCode).toBe(404)
})

test('an inquiry moves nothing; it is closed without money, or becomes a dispute', async () => {
  const { charge } = await payCharge()
  const first = await openDispute({ charge, inquiry: true })
  expect(await sandbox.stripe.disputes.retrieve(first)).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
    payment_method_details: { card: { case_type: 'inquiry' } },
  })
  expect((await sandbox.stripe.refunds.create({ charge, amount: 100 })).status).toBe('succeeded')
  expect(await sandbox.control('closeDispute', { dispute: first, outcome: 'lost' })).toMatchObject({ status: 'warning_closed' })
  expect(await net()).toBe(13_568 - 100)
  const second = await openDispute({ charge, inquiry: true })
  await sandbox.control('escalateDispute', { dispute: second })
  expect(await net()).toBe(13_568 - 13_800 - 2_000)
  expect((await refusalOf(sandbox.stripe.refunds.create({ charge }))).code).toBe('charge_disputed')
  await expect(sandbox.control('escalateDispute', { dispute: second })).rejects.toThrow('no inquiry')
  await until(() => disputeEvents().length === 5)
  expect(disputeEvents().toSorted()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
  ])
})
