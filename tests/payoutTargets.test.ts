import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readBankDetails } from '#src/money/payouts/bank/actions.ts'
import { findCompanyState } from '#src/money/payouts/runs/claimStore.ts'
import { decideRail } from '#src/money/payouts/runs/rules.ts'
import { accounts, openBankFixture } from './bankFixtures.ts'
import { passCode, signInAs } from './factories.ts'
import { openTestApp } from './testApp.ts'

/**
 * Ways to change the destination of a company's payouts, and the guards that each must have. The last test finds statements that write a
 * payout target: it fails for one that no way here names.
 */
const testApp = await openTestApp()
const { app, clock, sandbox, runJobs, newVisitor, inbox } = testApp
const later = (ms: number) => clock.moveTo(new Date(app.now().getTime() + ms))
const hours = 3_600_000

type Fixture = Awaited<ReturnType<typeof openBankFixture>> & { account: string }
type Way = {
  way: string
  /** Target that was confirmed long ago. */
  before?: (fixture: Fixture) => Promise<unknown>
  /** Requests the change; for our own operations, the first request needs a fresh code. */
  trigger: (fixture: Fixture) => Promise<unknown>
  freshCode: { call: string; body: (fixture: Fixture) => object }
  audit: string
  /** False for first bank details: they redirect no existing payouts, so payouts do not wait. */
  isHeld: boolean
}

const otherIban = 'DE02120300000000202051'
const enable = async (fixture: Fixture, iban?: string) => {
  await sandbox.control('account', { account: fixture.account, state: 'enabled', ...(iban ? { iban } : {}) })
  await app.hooks.onPayoutAccountChanged(app, fixture.account)
}
const openLink = async (fixture: Fixture) => newVisitor().call('verify-bank-update', { token: await fixture.confirmToken() })
const connected = async (fixture: Fixture) => {
  await enable(fixture)
  expect((await openLink(fixture)).status).toBe(200)
}
const bankRequest = {
  call: 'request-bank-details-update',
  body: ({ company }: Fixture) => ({ companyId: company.id, bankDetails: accounts.second }),
}
const openAccount = { call: 'open-payout-account', body: ({ company }: Fixture) => ({ companyId: company.id }) }
const resend = { call: 'resend-payout-account-link', body: ({ company }: Fixture) => ({ companyId: company.id }) }

const dashboard = { call: 'open-payout-dashboard', body: ({ company }: Fixture) => ({ companyId: company.id }) }

const account = { audit: 'payouts.confirmAccountUpdate', isHeld: true }
const bank = { audit: 'payouts.confirmBankUpdate', freshCode: bankRequest, trigger: (fixture: Fixture) => fixture.request(accounts.second) }
const ways: Way[] = [
  { way: 'first bank details', ...bank, isHeld: false },
  { way: 'other bank details', ...bank, before: (fixture) => fixture.change(accounts.first), isHeld: true },
  // They are stored, but payouts still go to the account.
  { way: 'first bank details, at a company paid out to its account', ...bank, before: connected, isHeld: false },
  { way: 'a first account that becomes payable', ...account, freshCode: openAccount, trigger: (fixture) => enable(fixture) },
  {
    way: 'an account that becomes payable, beside confirmed bank details',
    ...{ ...account, freshCode: openAccount },
    before: (fixture) => fixture.change(accounts.first),
    trigger: (fixture) => enable(fixture),
  },
  {
    way: "another bank account at the PSP's pages",
    ...{ ...account, freshCode: openAccount },
    before: connected,
    trigger: (fixture) => enable(fixture, otherIban),
  },
  {
    way: "another bank account in the PSP's dashboard",
    ...{ ...account, freshCode: dashboard },
    before: connected,
    trigger: async (fixture) => {
      expect((await fixture.person.call('open-payout-dashboard', { companyId: fixture.company.id })).status).toBe(200)
      await enable(fixture, otherIban)
    },
  },
  {
    way: 'the link of an account, mailed again',
    ...{ ...account, freshCode: resend },
    trigger: async (fixture) => {
      await enable(fixture)
      return fixture.person.call('resend-payout-account-link', { companyId: fixture.company.id })
    },
  },
]

async function openFixture({ before }: Way): Promise<Fixture> {
  const bankFixture = await openBankFixture(testApp)
  await app.db.updateTable('companies').set({ email: 'firma@firma.example' }).where('id', '=', bankFixture.company.id).execute()
  expect((await bankFixture.person.call('open-payout-account', { companyId: bankFixture.company.id })).status).toBe(200)
  const { body } = await bankFixture.person.call('get-payout-account', { companyId: bankFixture.company.id })
  const fixture = { ...bankFixture, account: String(body.stripe_connect_account_id) }
  await before?.(fixture)
  later(49 * hours)
  await passCode(app, fixture.person)
  await runJobs()
  return fixture
}

/** Current destination of a payout run, before any hold. */
async function targetOf({ company }: Fixture) {
  const state = await findCompanyState(app.db, company.id)
  if (!state) throw new Error('no company')
  const switches = { now: app.now(), directPayouts: true, sepaPayouts: true, firstPayoutHoldDays: 0 }
  const decided = decideRail({ ...state, isHeld: false, bankChangedAt: null }, switches)
  const { bankDetails } = await readBankDetails(app, company.id)
  const { target } = await app.db.selectFrom('payoutAccounts').select('target').executeTakeFirstOrThrow()
  if ('cause' in decided) return decided.cause
  return decided.rail === 'transfer' ? `account ${target}` : `bank ${bankDetails?.bank_account}`
}

const mailsTo = (to: string, subject: RegExp) => inbox.mails().filter((mail) => mail.to === to && subject.test(mail.subject))
const changed = /geändert|hinterlegt/

describe.each(ways)('$way', (way) => {
  test('needs a code of the last ten minutes', async () => {
    const fixture = await openFixture(way)
    later(601_000)
    const { call, body } = way.freshCode
    expect(await fixture.person.call(call, body(fixture))).toMatchObject({ status: 403, body: { code: 'step_up_required' } })
  })

  test('changes nothing before the link that was mailed to the account', async () => {
    const fixture = await openFixture(way)
    const [before, mailsBefore] = [await targetOf(fixture), mailsTo('firma@firma.example', /./).length]
    await way.trigger(fixture)
    await runJobs()
    // Another bank account behind a confirmed account stops payouts to it; they never go to the new one.
    expect([before, 'noBankDetails']).toContain(await targetOf(fixture))
    expect(await fixture.confirmToken()).toHaveLength(43)
    expect(mailsTo('firma@firma.example', /./)).toHaveLength(mailsBefore)
    expect((await openLink(fixture)).status).toBe(200)
    if (!way.way.includes('at a company paid out')) expect(await targetOf(fixture)).not.toBe(before)
  })

  test('writes an audit row, and notifies the account and the company with a link that undoes it', async () => {
    const fixture = await openFixture(way)
    const noticed = (to: string) => mailsTo(to, changed).length
    const before = [noticed(fixture.owner.email), noticed('firma@firma.example')]
    await way.trigger(fixture)
    await openLink(fixture)
    await runJobs()
    expect([noticed(fixture.owner.email), noticed('firma@firma.example')]).toEqual(before.map((count) => count + 1))
    for (const to of [fixture.owner.email, 'firma@firma.example'])
      expect(mailsTo(to, changed)[0]?.text).toContain('/undo-bank-update?token=')
    const rows = await app.db.selectFrom('auditLog').select('action').where('objectId', '=', fixture.company.id).orderBy('id').execute()
    expect(rows.at(-1)?.action).toBe(way.audit)
  })

  test(`${way.isHeld ? 'holds' : 'does not hold'} payouts for 48 hours`, async () => {
    const fixture = await openFixture(way)
    await way.trigger(fixture)
    await openLink(fixture)
    const decide = async () => {
      const state = await findCompanyState(app.db, fixture.company.id)
      const switches = { now: app.now(), directPayouts: true, sepaPayouts: true, firstPayoutHoldDays: 0 }
      return state && decideRail(state, switches)
    }
    const held = { cause: 'recentlyChanged' }
    later(48 * hours - 1_000)
    if (way.isHeld) expect(await decide()).toEqual(held)
    else expect(await decide()).not.toEqual(held)
    expect((await readBankDetails(app, fixture.company.id)).waits.some(({ cause }) => cause === 'recentlyChanged')).toBe(way.isHeld)
    later(2_000)
    expect(await decide()).toMatchObject({ rail: expect.any(String) })
  })

  test('is undone by the link in the notice: the old target, held', async () => {
    const fixture = await openFixture(way)
    const before = await targetOf(fixture)
    await way.trigger(fixture)
    await openLink(fixture)
    expect((await newVisitor().call('undo-bank-update', { token: await fixture.undoToken('firma@firma.example') })).status).toBe(200)
    // A confirmed account with another bank account is no target any more.
    expect([before, 'noBankDetails']).toContain(await targetOf(fixture))
    expect((await readBankDetails(app, fixture.company.id)).waits.map(({ cause }) => cause)).toContain('held')
    expect((await fixture.person.call('get-payout-account', { companyId: fixture.company.id })).status).toBe(401)
    await signInAs(fixture.person, fixture.owner.email)
  })
})

/** Statements that write a payout target, with the reason why they may. */
const writers = {
  'src/money/payouts/bank/store.ts: upsertBankDetails': 'the ways above; and the operator for a company without an owner',
  'src/money/payouts/bank/store.ts: deleteBankDetails': 'undo, and companies that are closed',
  'src/supply/companies/payoutAccounts/store.ts: markTargetConfirmed': 'the ways above',
  'src/supply/companies/payoutAccounts/store.ts: restoreTarget': 'undo',
  'src/supply/companies/payoutAccounts/store.ts: claimAttempt': 'no target yet',
  'src/supply/companies/payoutAccounts/store.ts: countAccountAttempt': 'the number of the next try',
  'src/supply/companies/payoutAccounts/store.ts: tieAccount': 'an account that is not payable before its link',
  'src/supply/companies/payoutAccounts/store.ts: markRefused': 'takes nothing but the offer away',
  'src/supply/companies/payoutAccounts/store.ts: markAccountState': 'the ways above: a new target is not a confirmed one',
  'src/supply/companies/payoutAccounts/store.ts: claimPspRead': 'the moment of the last read',
}

test('no other statement writes a payout target', () => {
  const statement =
    /(insertInto|updateTable|deleteFrom)\('(bankDetails|payoutAccounts)|(insert into|update|delete from) (bank_details|payout_accounts)\b/g
  const found = globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] }).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return [...text.matchAll(statement)].map(({ index }) => {
      const name = [...text.slice(0, index).matchAll(/(?:const|function) (\w+)\b/g)].at(-1)?.[1]
      return `${file}: ${name}`
    })
  })
  expect([...new Set(found)].sort()).toEqual(Object.keys(writers).sort())
})
