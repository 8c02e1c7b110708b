import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findResponseErrors } from './responseCheck.ts'
import { loadOwnSchema } from './server.ts'
import { openTestSandbox, refusalOf, stripeFor, type TestSandbox } from './testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
beforeEach(async () => {
  await sandbox.control('reset')
  sandbox.receiver.events.length = 0
})
afterAll(() => sandbox.close())

const openAccount = async () => {
  const { id } = await sandbox.stripe.accounts.create({
    type: 'express',
    country: 'DE',
    capabilities: { transfers: { requested: true } },
  })
  await sandbox.control('account', { account: id, state: 'enabled' })
  return id
}
/** 138 € paid with the card whose money is available at once: 135.68 € after the fee. */
const payAtOnce = async (card = '4000000000000077') => {
  const session = await sandbox.createSession()
  await sandbox.control('pay', { session: session.id, card })
}
const available = async () => (await sandbox.stripe.balance.retrieve()).available[0]?.amount
const toAccount = (destination: string, amount: number): Stripe.TransferCreateParams => ({
  amount,
  currency: 'eur',
  destination,
  transfer_group: 'payout-1',
  metadata: { payout_id: 'payout-1' },
})

describe('transfers', () => {
  test('move money from the balance to the account', async () => {
    const destination = await openAccount()
    await payAtOnce()
    const transfer = await sandbox.stripe.transfers.create(toAccount(destination, 10_000))
    expect(transfer).toMatchObject({
      object: 'transfer',
      amount: 10_000,
      amount_reversed: 0,
      destination,
      metadata: { payout_id: 'payout-1' },
      reversals: { data: [] },
      reversed: false,
      transfer_group: 'payout-1',
    })
    expect(await available()).toBe(3_568)
    expect(await sandbox.control('accountBalance', { account: destination })).toMatchObject({ cents: 10_000 })
    const read = await sandbox.stripe.transfers.retrieve(transfer.id, { expand: ['balance_transaction', 'destination'] })
    expect(read).toMatchObject({
      balance_transaction: { amount: -10_000, fee: 0, net: -10_000, type: 'transfer', reporting_category: 'transfer', source: transfer.id },
      destination: { object: 'account' },
    })
    await sandbox.receiver.waitFor((events) => events.some((one) => one.type === 'transfer.created'))
  })

  test('are found by their group and their destination', async () => {
    const [one, other] = [await openAccount(), await openAccount()]
    await payAtOnce()
    const first = await sandbox.stripe.transfers.create(toAccount(one, 100))
    const second = await sandbox.stripe.transfers.create({ ...toAccount(other, 200), transfer_group: 'payout-2' })
    const idsOf = async (params: Stripe.TransferListParams) => (await sandbox.stripe.transfers.list(params)).data.map(({ id }) => id)
    expect(await idsOf({ transfer_group: 'payout-1' })).toEqual([first.id])
    expect(await idsOf({ destination: other })).toEqual([second.id])
    expect(await idsOf({ transfer_group: 'payout-3' })).toEqual([])
    expect(await idsOf({ limit: 1, starting_after: second.id })).toEqual([first.id])
  })

  test('are refused beyond what is available, and the refusal stays under its key', async () => {
    const destination = await openAccount()
    await payAtOnce('4242424242424242')
    await sandbox.control('clock', { advanceSeconds: 3 * 24 * 60 * 60 - 3600 })
    expect(await available()).toBe(0)
    const transfer = toAccount(destination, 5_000)
    expect(await refusalOf(sandbox.stripe.transfers.create(transfer, { idempotencyKey: 'payout:1:transfer:1' }))).toMatchObject({
      statusCode: 400,
      code: 'balance_insufficient',
    })
    await sandbox.control('clock', { advanceSeconds: 3600 })
    const again = await refusalOf(sandbox.stripe.transfers.create(transfer, { idempotencyKey: 'payout:1:transfer:1' }))
    expect(again.code).toBe('balance_insufficient')
    await sandbox.stripe.transfers.create(transfer, { idempotencyKey: 'payout:1:transfer:2' })
    expect((await refusalOf(sandbox.stripe.transfers.create(toAccount(destination, 8_569)))).code).toBe('balance_insufficient')
    expect((await sandbox.stripe.transfers.create(toAccount(destination, 8_568))).amount).toBe(8_568)
    await sandbox.control('clock', { reset: true })
  })

  test('are refused to accounts that cannot take them, and for amounts that are none', async () => {
    const destination = await openAccount()
    await payAtOnce()
    expect((await refusalOf(sandbox.stripe.transfers.create(toAccount('acct_nichts', 100)))).code).toBe('resource_missing')
    for (const amount of [0, -1, 1.5]) {
      expect((await refusalOf(sandbox.stripe.transfers.create(toAccount(destination, amount)))).code).toBe('parameter_invalid_integer')
    }
    expect(await refusalOf(sandbox.stripe.transfers.create({ ...toAccount(destination, 1), source_transaction: 'ch_x' }))).toMatchObject({
      statusCode: 501,
    })
    await sandbox.control('account', { account: destination, state: 'restricted' })
    expect((await refusalOf(sandbox.stripe.transfers.create(toAccount(destination, 100)))).code).toBe(
      'insufficient_capabilities_for_transfer',
    )
    expect(await available()).toBe(13_568)
  })

  test('bear every fault: with one key, money leaves once', async () => {
    const destination = await openAccount()
    await payAtOnce()
    const patient = stripeFor(sandbox.url, { retries: 3 })
    for (const kind of ['dropBefore', 'dropAfter', 'fail'] as const) {
      await sandbox.control('faults', { operation: 'Transfers.create', kind, status: 503 })
      const idempotencyKey = `payout:${kind}:transfer:1`
      const made = await patient.transfers.create({ ...toAccount(destination, 1_000), transfer_group: kind }, { idempotencyKey })
      expect((await sandbox.stripe.transfers.list({ transfer_group: kind })).data.map(({ id }) => id)).toEqual([made.id])
    }
    await sandbox.control('faults', { operation: 'Transfers.create', kind: 'failAfterEffect' })
    const lost = { ...toAccount(destination, 1_000), transfer_group: 'lost' }
    for (const _ of [1, 2]) {
      expect(await refusalOf(sandbox.stripe.transfers.create(lost, { idempotencyKey: 'lost' }))).toMatchObject({ statusCode: 500 })
    }
    expect((await sandbox.stripe.transfers.list({ transfer_group: 'lost' })).data).toHaveLength(1)
    expect(await available()).toBe(9_568)
  })
})

describe('reversals', () => {
  const transferOf = async (amount: number) => {
    const destination = await openAccount()
    await payAtOnce()
    return { destination, transfer: await sandbox.stripe.transfers.create(toAccount(destination, amount)) }
  }

  test('bring money back, in parts and once', async () => {
    const { destination, transfer } = await transferOf(10_000)
    const part = await sandbox.stripe.transfers.createReversal(transfer.id, { amount: 4_000, metadata: { reversal_id: 'r-1' } })
    expect(part).toMatchObject({ object: 'transfer_reversal', amount: 4_000, transfer: transfer.id, metadata: { reversal_id: 'r-1' } })
    expect(await sandbox.stripe.transfers.retrieve(transfer.id)).toMatchObject({ amount_reversed: 4_000, reversed: false })
    expect(await available()).toBe(7_568)
    const beyond = await refusalOf(sandbox.stripe.transfers.createReversal(transfer.id, { amount: 6_001 }))
    expect(beyond.message).toContain('greater than unreversed amount')
    const rest = await sandbox.stripe.transfers.createReversal(transfer.id)
    expect(rest.amount).toBe(6_000)
    const after = await sandbox.stripe.transfers.retrieve(transfer.id)
    expect(after).toMatchObject({ amount_reversed: 10_000, reversed: true })
    expect(after.reversals.data.map(({ id }) => id)).toEqual([rest.id, part.id])
    expect((await sandbox.stripe.transfers.listReversals(transfer.id, { limit: 1 })).data.map(({ id }) => id)).toEqual([rest.id])
    expect((await refusalOf(sandbox.stripe.transfers.createReversal(transfer.id))).message).toContain('already fully reversed')
    expect(await sandbox.control('accountBalance', { account: destination })).toMatchObject({ cents: 0 })
    const booked = await sandbox.stripe.balanceTransactions.list({ source: part.id })
    expect(booked.data).toMatchObject([{ amount: 4_000, type: 'transfer_refund', reporting_category: 'transfer_reversal' }])
    await sandbox.receiver.waitFor((events) => events.filter((one) => one.type === 'transfer.reversed').length === 2)
  })

  test('are refused once the account has sent the money to its bank', async () => {
    const { destination, transfer } = await transferOf(10_000)
    expect(await sandbox.control('payOutAccount', { account: destination })).toEqual({ account: destination, paidOutCents: 10_000 })
    await expect(sandbox.control('payOutAccount', { account: destination })).rejects.toThrow('holds nothing')
    expect((await refusalOf(sandbox.stripe.transfers.createReversal(transfer.id, { amount: 1 }))).code).toBe('balance_insufficient')
    expect(await available()).toBe(3_568)
  })

  test('come from the bank when it returns a transfer', async () => {
    const { destination, transfer } = await transferOf(10_000)
    await sandbox.stripe.transfers.createReversal(transfer.id, { amount: 1_000 })
    await sandbox.control('payOutAccount', { account: destination })
    await sandbox.control('returnTransfer', { transfer: transfer.id })
    const after = await sandbox.stripe.transfers.retrieve(transfer.id)
    expect(after).toMatchObject({ reversed: true, amount_reversed: 10_000 })
    expect(after.reversals.data[0]).toMatchObject({ amount: 9_000, metadata: {} })
    expect(await available()).toBe(13_568)
    expect(await sandbox.control('accountBalance', { account: destination })).toMatchObject({ cents: 0 })
    await expect(sandbox.control('returnTransfer', { transfer: transfer.id })).rejects.toThrow('already fully reversed')
    await sandbox.receiver.waitFor((events) => events.filter((one) => one.type === 'transfer.reversed').length === 2)
    const { definitions } = loadOwnSchema()
    for (const { data } of sandbox.receiver.events.filter((one) => one.type.startsWith('transfer.'))) {
      expect(findResponseErrors(definitions, { ref: 'resources/Transfers#Transfer' }, data.object)).toEqual([])
    }
  })

  test('bear lost answers: with one key, money comes back once', async () => {
    const { transfer } = await transferOf(10_000)
    const patient = stripeFor(sandbox.url, { retries: 3 })
    for (const kind of ['dropBefore', 'dropAfter'] as const) {
      await sandbox.control('faults', { operation: 'Transfers.createReversal', kind })
      await patient.transfers.createReversal(transfer.id, { amount: 100 }, { idempotencyKey: kind })
    }
    expect((await sandbox.stripe.transfers.retrieve(transfer.id)).amount_reversed).toBe(200)
  })
})
