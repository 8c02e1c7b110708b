import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PaymentsRefused, PaymentsUnavailable, PaymentsUncovered } from '#src/platform/ports/payments.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import { openSandbox } from '../sandbox/server.ts'
import { callControl } from '../sandbox/testSandbox.ts'

const secretKey = 'sk_test_port'
// No server listens there: every event stays undelivered.
const webhook = { url: 'http://127.0.0.1:9/hook', secret: 'whsec_port' }
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let payments: ReturnType<typeof stripePayments>
beforeAll(async () => {
  sandbox = await openSandbox({ port: 0, secretKey, webhook, checksAnswers: true })
  payments = stripePayments({ secretKey, webhookSecret: 'whsec_port', apiUrl: sandbox.url })
})
beforeEach(() => control('reset'))
afterAll(() => sandbox.close())

const control = (verb: string, body: object = {}) => callControl(sandbox.url, verb, body)
const openAccount = async (companyId = 'c-1') => {
  const { id } = await payments.createPayoutAccount({ companyId, email: 'a@b.example', name: 'A', idempotencyKey: `account:${companyId}` })
  await control('account', { account: id, state: 'enabled' })
  return id
}
/** A booking paid with the card whose money is available at once: 135.68 € of 138 € remain after the fee. */
const payBooking = async (bookingId = 'b-1') => {
  const session = await payments.startCheckout({
    bookingId,
    amountCents: 13_800,
    title: 'Reinigung',
    description: 'am 03.12.2026',
    customerEmail: 'kundin@kunde.example',
    isHeld: false,
    methods: ['card'],
    expiresAt: new Date(Date.now() + 12 * 3600_000),
    successUrl: 'http://127.0.0.1:9/ok',
    cancelUrl: 'http://127.0.0.1:9/zurueck',
    idempotencyKey: `booking:${bookingId}:checkout:1`,
  })
  await control('pay', { session: session.id, card: '4000000000000077' })
  const paymentId = (await payments.findCheckout(session.id))?.paymentId
  if (!paymentId) throw new Error('not paid')
  return paymentId
}
const send = (accountId: string, more: object = {}) =>
  payments.startTransfer({ payoutId: 'p-1', accountId, amountCents: 10_000, idempotencyKey: 'payout:p-1:transfer:1', ...more })

describe('transfers', () => {
  test('are made once and found by the payout', async () => {
    const accountId = await openAccount()
    await payBooking()
    expect(await payments.findTransfer({ payoutId: 'p-1' })).toBeUndefined()
    const made = await send(accountId)
    expect(made).toEqual({
      id: expect.stringMatching(/^tr_/),
      payoutId: 'p-1',
      accountId,
      amountCents: 10_000,
      reversedCents: 0,
      reversals: [],
      createdAt: expect.any(Date),
    })
    expect(await send(accountId)).toEqual(made)
    expect(await payments.findTransfer({ payoutId: 'p-1' })).toEqual(made)
    expect(await payments.findTransferById(made.id)).toEqual(made)
    expect(await payments.findTransferById('tr_nichts')).toBeUndefined()
    expect(await payments.readBalance()).toEqual({ availableCents: 3_568, pendingCents: 0 })
  })

  test('whose answer was lost are found before they are repeated', async () => {
    const accountId = await openAccount()
    await payBooking()
    await control('faults', { operation: 'Transfers.create', kind: 'failAfterEffect' })
    await expect(send(accountId)).rejects.toThrow(PaymentsUnavailable)
    expect(await payments.findTransfer({ payoutId: 'p-1' })).toMatchObject({ amountCents: 10_000 })
    await control('faults', { operation: 'Transfers.list', kind: 'fail', times: 10 })
    await expect(payments.findTransfer({ payoutId: 'p-1' })).rejects.toThrow(PaymentsUnavailable)
  })

  test('beyond our balance are distinguished from those that an account cannot receive', async () => {
    const accountId = await openAccount()
    await expect(send(accountId)).rejects.toThrow(PaymentsUncovered)
    await payBooking()
    await expect(send(accountId)).rejects.toThrow(PaymentsUncovered)
    await control('account', { account: accountId, state: 'restricted' })
    const refused = await send(accountId, { idempotencyKey: 'payout:p-1:transfer:2' }).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(PaymentsRefused)
    expect(refused).not.toBeInstanceOf(PaymentsUncovered)
    expect(await payments.findTransfer({ payoutId: 'p-1' })).toBeUndefined()
  })
})

describe('reversals', () => {
  const back = (transferId: string, more: object = {}) =>
    payments.reverseTransfer({ transferId, reversalId: 'r-1', amountCents: 4_000, idempotencyKey: 'reversal:r-1:1', ...more })

  test('are made once and found by our id, as long as the account holds the money', async () => {
    const accountId = await openAccount()
    await payBooking()
    const { id } = await send(accountId)
    await control('faults', { operation: 'Transfers.createReversal', kind: 'dropAfter' })
    const made = await back(id)
    expect(made).toEqual({
      id: expect.stringMatching(/^trr_/),
      transferId: id,
      reversalId: 'r-1',
      amountCents: 4_000,
      createdAt: expect.any(Date),
    })
    expect(await payments.findReversal({ transferId: id, reversalId: 'r-1' })).toEqual(made)
    expect(await payments.findReversal({ transferId: id, reversalId: 'r-2' })).toBeUndefined()
    expect(await payments.findTransferById(id)).toMatchObject({ reversedCents: 4_000, reversals: [made] })
    await control('payOutAccount', { account: accountId })
    await expect(back(id, { reversalId: 'r-2', idempotencyKey: 'reversal:r-2:1' })).rejects.toThrow(PaymentsUncovered)
    await control('returnTransfer', { transfer: id })
    const returned = await payments.findTransferById(id)
    expect(returned).toMatchObject({ reversedCents: 10_000, reversals: [{ reversalId: null, amountCents: 6_000 }, made] })
    await expect(back(id, { amountCents: 1, idempotencyKey: 'reversal:r-3:1' })).rejects.toThrow(PaymentsRefused)
  })

  test('beyond the ten that a transfer shows are all read', async () => {
    const accountId = await openAccount()
    await payBooking()
    const { id } = await send(accountId)
    for (let count = 1; count <= 12; count++) {
      await back(id, { reversalId: `r-${count}`, amountCents: count, idempotencyKey: `reversal:r-${count}:1` })
    }
    const { reversals = [] } = (await payments.findTransferById(id)) ?? {}
    expect(reversals.map(({ amountCents }) => amountCents)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  })
})

describe('the books', () => {
  const readOn = async (after: string | null) => {
    const read: Awaited<ReturnType<typeof payments.listBalanceTransactions>>['transactions'] = []
    for (let cursor = after; ; ) {
      const page = await payments.listBalanceTransactions({ after: cursor })
      read.push(...page.transactions)
      cursor = page.transactions.at(-1)?.id ?? cursor
      if (!page.hasMore) return read
    }
  }

  test('name every change of the balance, and their sum is the balance', async () => {
    const accountId = await openAccount()
    const [first, second] = [await payBooking('b-1'), await payBooking('b-2')]
    await payments.refund({ paymentId: first, amountCents: 800, idempotencyKey: 'refund:1', refundId: 'f-1' })
    const transfer = await send(accountId)
    await payments.reverseTransfer({ transferId: transfer.id, reversalId: 'r-1', amountCents: 500, idempotencyKey: 'reversal:1' })
    const dispute = await control('dispute', { payment_intent: second })
    await control('closeDispute', { dispute: dispute.id, outcome: 'won' })
    const payout = await control('bankPayout', { amount: 100, days: 0 })
    await control('failBankPayout', { payout: payout.id })
    const all = await readOn(null)
    expect(all.map(({ kind, amountCents, feeCents, paymentId, ownId }) => [kind, amountCents, feeCents, paymentId, ownId])).toEqual([
      ['charge', 13_800, 232, first, 'b-1'],
      ['charge', 13_800, 232, second, 'b-2'],
      ['refund', -800, 0, first, 'f-1'],
      ['transfer', -10_000, 0, null, 'p-1'],
      ['transferReversal', 500, 0, null, 'r-1'],
      ['dispute', -13_800, 2_000, second, null],
      ['disputeReversal', 13_800, 0, second, null],
      ['bankPayout', -100, 0, null, null],
      ['bankPayoutReversal', 100, 0, null, null],
    ])
    expect(all.every(({ netCents, amountCents, feeCents }) => netCents === amountCents - feeCents)).toBe(true)
    expect(all[3]?.sourceId).toBe(transfer.id)
    const { availableCents, pendingCents } = await payments.readBalance()
    expect(all.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(availableCents + pendingCents)
    expect(await readOn(all[4]?.id ?? null)).toEqual(all.slice(5))
    expect(await readOn(all.at(-1)?.id ?? null)).toEqual([])
    await expect(payments.listBalanceTransactions({ after: 'txn_nichts' })).rejects.toThrow(PaymentsRefused)
  })

  test('are read from the first page on, over pages and by window', async () => {
    const accountId = await openAccount()
    await payBooking()
    const from = new Date()
    await control('clock', { advanceSeconds: 3600 })
    for (let count = 0; count < 130; count++) {
      await send(accountId, { payoutId: `p-${count}`, amountCents: 1 + (count % 7), idempotencyKey: `payout:p-${count}:transfer:1` })
    }
    await control('clock', { advanceSeconds: 3600 })
    await payBooking('b-2')
    const all = await readOn(null)
    expect(all.map(({ ownId }) => ownId)).toEqual(['b-1', ...Array.from({ length: 130 }, (_, count) => `p-${count}`), 'b-2'])
    const to = new Date(from.getTime() + 7200_000)
    const between = await payments.listBalanceTransactionsBetween({ from: new Date(from.getTime() + 1800_000), to })
    expect(between).toEqual(all.slice(1, -1))
    expect(await payments.listBalanceTransactionsBetween({ from: new Date(0), to: new Date(1000) })).toEqual([])
    await control('clock', { reset: true })
  })

  test('tell disputes and payouts to our bank as they are now', async () => {
    const paymentId = await payBooking()
    const { id } = await control('dispute', { payment_intent: paymentId, amount: 3_800 })
    const open = await payments.findDispute(String(id))
    expect(open).toMatchObject({ paymentId, amountCents: 3_800, status: 'open', reason: 'fraudulent', netCents: -5_800, feeCents: 2_000 })
    await control('closeDispute', { dispute: id, outcome: 'won' })
    expect(await payments.findDispute(String(id))).toMatchObject({ status: 'won', netCents: -2_000, feeCents: 2_000 })
    const { id: lost } = await control('dispute', { payment_intent: paymentId })
    await control('closeDispute', { dispute: lost, outcome: 'lost' })
    expect(await payments.findDispute(String(lost))).toMatchObject({ status: 'lost', netCents: -15_800 })
    expect(await payments.findDispute('du_nichts')).toBeUndefined()
    const asked = await control('dispute', { payment_intent: await payBooking('b-3'), inquiry: true })
    expect(await payments.findDispute(String(asked.id))).toMatchObject({ status: 'inquiry', netCents: 0, feeCents: 0 })
    await payBooking('b-2')
    const payout = await control('bankPayout', { amount: 500 })
    expect(await payments.findBankPayout(String(payout.id))).toMatchObject({ status: 'pending', amountCents: 500 })
    await control('clock', { advanceSeconds: 86_400 })
    expect(await payments.findBankPayout(String(payout.id))).toMatchObject({ status: 'paid' })
    await control('failBankPayout', { payout: payout.id })
    expect(await payments.findBankPayout(String(payout.id))).toMatchObject({ status: 'failed' })
    expect(await payments.findBankPayout('po_nichts')).toBeUndefined()
    await control('clock', { reset: true })
  })

  test('lead from the charge of a subscription to its invoice', async () => {
    const bookingPayment = await payBooking()
    const plan = { key: 'basic', name: 'Basic', priceCents: 2_900 }
    const customer = await payments.ensureCustomer({ companyId: 'c-1', email: 'a@b.example', name: 'A', idempotencyKey: 'customer:c-1' })
    const session = await payments.startSubscriptionCheckout({
      companyId: 'c-1',
      checkoutId: 's-1',
      customerId: customer.id,
      plan,
      methods: ['card'],
      expiresAt: new Date(Date.now() + 12 * 3600_000),
      successUrl: 'http://127.0.0.1:9/ok',
      cancelUrl: 'http://127.0.0.1:9/zurueck',
      idempotencyKey: 'subscription:s-1',
    })
    await control('pay', { session: session.id })
    const charge = (await readOn(null)).at(-1)
    expect(charge).toMatchObject({ kind: 'charge', amountCents: 2_900, ownId: null })
    const subscriptionId = (await payments.findCheckout(session.id))?.subscriptionId ?? ''
    const [invoice] = await payments.listInvoices(subscriptionId)
    expect(invoice?.status).toBe('paid')
    expect(await payments.findInvoiceOfPayment(charge?.paymentId ?? '')).toBe(invoice?.id)
    expect(await payments.findInvoiceOfPayment(bookingPayment)).toBeUndefined()
  })

  test('list the events that were not delivered, oldest first', async () => {
    const since = new Date(Date.now() - 1000)
    await payBooking()
    const events = await payments.listUndeliveredEvents({ since })
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    expect(events[3]).toMatchObject({ object: 'checkout', objectId: expect.stringMatching(/^cs_/) })
    expect(await payments.listUndeliveredEvents({ since: new Date(Date.now() + 60_000) })).toEqual([])
  })
})
