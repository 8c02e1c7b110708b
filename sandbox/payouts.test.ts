import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findResponseErrors } from './responseCheck.ts'
import { loadOwnSchema } from './server.ts'
import { openTestSandbox, refusalOf, type TestSandbox } from './testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
beforeEach(async () => {
  await sandbox.control('reset')
  sandbox.receiver.events.length = 0
})
afterAll(() => sandbox.close())

const daySeconds = 24 * 60 * 60
const pay = async (to: TestSandbox, card = '4000000000000077') => {
  const session = await to.createSession()
  await to.control('pay', { session: session.id, card })
}
const balanceOf = async (of: TestSandbox) => {
  const { available, pending } = await of.stripe.balance.retrieve()
  return { available: available[0]?.amount ?? 0, pending: pending[0]?.amount ?? 0 }
}
const sumOfTransactions = async (of: TestSandbox) => {
  let sum = 0
  for await (const one of of.stripe.balanceTransactions.list({ limit: 100 })) sum += one.net
  return sum
}

describe('payouts to the bank', () => {
  test('take what is available and arrive by the clock', async () => {
    await pay(sandbox)
    await pay(sandbox, '4242424242424242')
    const { id } = await sandbox.control('bankPayout')
    const made = await sandbox.stripe.payouts.retrieve(String(id), { expand: ['balance_transaction'] })
    expect(made).toMatchObject({
      object: 'payout',
      amount: 13_568,
      status: 'in_transit',
      automatic: false,
      balance_transaction: { amount: -13_568, type: 'payout', reporting_category: 'payout', source: id },
    })
    expect(await balanceOf(sandbox)).toEqual({ available: 0, pending: 13_568 })
    await expect(sandbox.control('bankPayout')).rejects.toThrow('Invalid positive integer')
    await sandbox.control('clock', { advanceSeconds: daySeconds })
    expect((await sandbox.stripe.payouts.retrieve(String(id))).status).toBe('paid')
    await sandbox.receiver.waitFor((events) => events.some((one) => one.type === 'payout.paid'))
    const { definitions } = loadOwnSchema()
    for (const { data } of sandbox.receiver.events.filter((one) => one.type.startsWith('payout.'))) {
      expect(findResponseErrors(definitions, { ref: 'resources/Payouts#Payout' }, data.object)).toEqual([])
    }
    expect((await sandbox.stripe.payouts.list({ status: 'paid' })).data).toHaveLength(1)
    expect((await sandbox.stripe.payouts.list({ status: 'in_transit' })).data).toEqual([])
  })

  test('come back when the bank refuses them', async () => {
    await pay(sandbox)
    const payout = await sandbox.control('bankPayout', { amount: 10_000, days: 0 })
    expect(payout.status).toBe('paid')
    await sandbox.control('failBankPayout', { payout: payout.id })
    expect(await sandbox.stripe.payouts.retrieve(String(payout.id))).toMatchObject({ status: 'failed', failure_code: 'account_closed' })
    expect((await balanceOf(sandbox)).available).toBe(13_568)
    await expect(sandbox.control('failBankPayout', { payout: payout.id })).rejects.toThrow('has failed already')
    await sandbox.receiver.waitFor((events) => events.some((one) => one.type === 'payout.failed'))
  })

  test('are made by the API, within what is available', async () => {
    await pay(sandbox)
    const made = await sandbox.stripe.payouts.create({ amount: 13_568, currency: 'eur' }, { idempotencyKey: 'bank:1' })
    expect((await sandbox.stripe.payouts.create({ amount: 13_568, currency: 'eur' }, { idempotencyKey: 'bank:1' })).id).toBe(made.id)
    expect((await refusalOf(sandbox.stripe.payouts.create({ amount: 1, currency: 'eur' }))).code).toBe('balance_insufficient')
  })

  test('are made by themselves once a day where that is switched on', async () => {
    await sandbox.control('bankPayouts', { schedule: 'daily' })
    await pay(sandbox)
    expect((await sandbox.stripe.payouts.list()).data).toEqual([])
    await sandbox.control('clock', { advanceSeconds: daySeconds })
    expect((await sandbox.stripe.payouts.list()).data).toMatchObject([{ amount: 13_568, automatic: true }])
    await pay(sandbox)
    expect((await sandbox.stripe.payouts.list()).data).toHaveLength(1)
    await sandbox.control('clock', { advanceSeconds: daySeconds })
    expect((await sandbox.stripe.payouts.list()).data).toMatchObject([{ status: 'in_transit' }, { status: 'paid' }])
    await sandbox.control('bankPayouts', { schedule: 'manual' })
  })
})

describe('the balance', () => {
  test('is listed page by page, by moment, type and source', async () => {
    await pay(sandbox)
    await sandbox.control('clock', { advanceSeconds: 3600 })
    await pay(sandbox)
    const payout = await sandbox.control('bankPayout', { amount: 100 })
    const all = (await sandbox.stripe.balanceTransactions.list({ limit: 100 })).data
    expect(all.map(({ type }) => type)).toEqual(['payout', 'charge', 'charge'])
    const [newest, , oldest] = all
    expect((await sandbox.stripe.balanceTransactions.list({ type: 'charge' })).data).toHaveLength(2)
    expect((await sandbox.stripe.balanceTransactions.list({ source: String(payout.id) })).data).toEqual([newest])
    expect((await sandbox.stripe.balanceTransactions.list({ created: { gt: oldest?.created ?? 0 } })).data).toHaveLength(2)
    expect((await sandbox.stripe.balanceTransactions.list({ created: { lte: oldest?.created ?? 0 } })).data).toEqual([oldest])
    const upwards = await sandbox.stripe.balanceTransactions.list({ ending_before: oldest?.id, limit: 1 })
    expect([upwards.data, upwards.has_more]).toEqual([[all[1]], true])
    const paged: string[] = []
    for await (const one of sandbox.stripe.balanceTransactions.list({ limit: 1 })) paged.push(one.id)
    expect(paged).toEqual(all.map(({ id }) => id))
    expect(await refusalOf(sandbox.stripe.balanceTransactions.list({ payout: 'po_x' }))).toMatchObject({ statusCode: 501 })
  })

  test('is the sum of its transactions after any history, and nothing appears or vanishes in accounts', async () => {
    let seed = 20_261_121
    // Small congruential generator: the same history in every run.
    const chance = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const accounts: string[] = []
    for (let count = 0; count < 3; count++) {
      const { id } = await sandbox.stripe.accounts.create({
        type: 'express',
        country: 'DE',
        capabilities: { transfers: { requested: true } },
      })
      await sandbox.control('account', { account: id, state: 'enabled' })
      accounts.push(id)
    }
    const pick = <T>(from: T[]): T | undefined => from[chance(from.length)]
    const { stripe, control } = sandbox
    const steps: (() => Promise<unknown>)[] = [
      () => pay(sandbox, pick(['4242424242424242', '4000000000000077'])),
      () => pay(sandbox),
      async () => stripe.refunds.create({ charge: pick((await stripe.charges.list({ limit: 100 })).data)?.id, amount: 1 + chance(9_000) }),
      () => stripe.transfers.create({ amount: 1 + chance(20_000), currency: 'eur', destination: pick(accounts) ?? '' }),
      async () => {
        const { data } = await stripe.transfers.list({ limit: 100 })
        return stripe.transfers.createReversal(pick(data)?.id ?? 'tr_none', { amount: 1 + chance(8_000) })
      },
      async () => control('returnTransfer', { transfer: pick((await stripe.transfers.list({ limit: 100 })).data)?.id ?? 'tr_none' }),
      () => control('payOutAccount', { account: pick(accounts) }),
      async () => control('dispute', { charge: pick((await stripe.charges.list({ limit: 100 })).data)?.id ?? 'ch_none' }),
      async () => {
        const dispute = pick((await stripe.disputes.list({ limit: 100 })).data)?.id ?? 'du_none'
        return control('closeDispute', { dispute, outcome: pick(['won', 'lost']), returnsFee: chance(2) === 0 })
      },
      () => control('bankPayout', { amount: 1 + chance(10_000) }),
      async () => control('failBankPayout', { payout: pick((await stripe.payouts.list({ limit: 100 })).data)?.id ?? 'po_none' }),
      () => control('clock', { advanceSeconds: chance(2 * daySeconds) }),
    ]
    let done = 0
    for (let count = 0; count < 200; count++) {
      // Refusals are part of the history.
      done += await (steps[chance(steps.length)]?.() ?? Promise.resolve()).then(
        () => 1,
        () => 0,
      )
      if (count % 10 !== 9) continue
      const held = await Promise.all(accounts.map(async (account) => Number((await control('accountBalance', { account })).cents)))
      expect(Math.min(...held)).toBeGreaterThanOrEqual(0)
      const { available, pending } = await balanceOf(sandbox)
      expect(await sumOfTransactions(sandbox)).toBe(available + pending)
    }
    expect(done).toBeGreaterThan(80)
    const transfers = (await stripe.transfers.list({ limit: 100 })).data
    expect(transfers.every((one) => one.amount_reversed <= one.amount && one.reversed === (one.amount_reversed === one.amount))).toBe(true)
    expect(transfers.some((one) => one.reversed)).toBe(true)
    expect(await control('totals')).toMatchObject({
      transfers: { count: transfers.length, cents: transfers.reduce((sum, one) => sum + one.amount, 0) },
      reversals: { cents: transfers.reduce((sum, one) => sum + one.amount_reversed, 0) },
      byTransferGroup: [{ transfer_group: null, count: transfers.length }],
      balance: { net: await sumOfTransactions(sandbox) },
    })
  })
})

test('everything outlives a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const stateFile = join(folder, 'money.jsonl')
  const first = await openTestSandbox({ stateFile })
  await pay(first)
  const { id: account } = await first.stripe.accounts.create({
    type: 'express',
    country: 'DE',
    capabilities: { transfers: { requested: true } },
  })
  await first.control('account', { account, state: 'enabled' })
  const transfer = await first.stripe.transfers.create(
    { amount: 5_000, currency: 'eur', destination: account, transfer_group: 'payout-1' },
    { idempotencyKey: 'payout:1:transfer:1' },
  )
  await first.stripe.transfers.createReversal(transfer.id, { amount: 1_000 })
  const charge = (await first.stripe.charges.list()).data[0]?.id
  const dispute = await first.control('dispute', { charge, amount: 500 })
  await first.control('bankPayout', { amount: 700 })
  const before = { balance: await balanceOf(first), payouts: (await first.stripe.payouts.list()).data }
  await first.close()
  const second = await openTestSandbox({ stateFile })
  expect({ balance: await balanceOf(second), payouts: (await second.stripe.payouts.list()).data }).toEqual(before)
  expect(await sumOfTransactions(second)).toBe(before.balance.available + before.balance.pending)
  expect((await second.stripe.disputes.retrieve(String(dispute.id))).status).toBe('needs_response')
  expect(await second.control('accountBalance', { account })).toMatchObject({ cents: 4_000 })
  const replayed = await second.stripe.transfers.create(
    { amount: 5_000, currency: 'eur', destination: account, transfer_group: 'payout-1' },
    { idempotencyKey: 'payout:1:transfer:1' },
  )
  expect(replayed.id).toBe(transfer.id)
  expect((await second.stripe.transfers.retrieve(transfer.id)).amount_reversed).toBe(1_000)
  await second.close()
  rmSync(folder, { recursive: true })
})
