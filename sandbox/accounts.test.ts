import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
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

const expressAccount: Stripe.AccountCreateParams = {
  controller: {
    fees: { payer: 'application' },
    losses: { payments: 'application' },
    requirement_collection: 'stripe',
    stripe_dashboard: { type: 'express' },
  },
  country: 'DE',
  email: 'post@glanzwerk.example',
  business_profile: { name: 'Glanzwerk Altona' },
  capabilities: { transfers: { requested: true } },
  metadata: { company_id: 'company-1' },
}
const refreshUrl = 'http://127.0.0.1:9/refresh'
const returnUrl = 'http://127.0.0.1:9/return'
const openLink = (account: string) =>
  sandbox.stripe.accountLinks.create({ account, type: 'account_onboarding', refresh_url: refreshUrl, return_url: returnUrl })
const visit = (url: string, fields?: Record<string, string>) =>
  fetch(url, { redirect: 'manual', ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}) })
const goodForm = { intention: 'confirm', name: 'Glanzwerk Altona', iban: 'DE89 3704 0044 0532 0130 00' }

describe('accounts', () => {
  test('begin with everything due', async () => {
    const made = await sandbox.stripe.accounts.create(expressAccount)
    expect(made).toMatchObject({
      object: 'account',
      type: 'express',
      country: 'DE',
      email: 'post@glanzwerk.example',
      business_profile: { name: 'Glanzwerk Altona', url: null },
      capabilities: { transfers: 'inactive' },
      details_submitted: false,
      payouts_enabled: false,
      metadata: { company_id: 'company-1' },
      requirements: { disabled_reason: 'requirements.past_due' },
    })
    expect(made.requirements?.currently_due).toHaveLength(4)
    expect(await sandbox.stripe.accounts.retrieve(made.id)).toEqual(expect.objectContaining({ id: made.id, metadata: made.metadata }))
    expect((await sandbox.stripe.accounts.list()).data.map((one) => one.id)).toEqual([made.id])
    const old = await sandbox.stripe.accounts.create({ type: 'express', country: 'DE', capabilities: { transfers: { requested: true } } })
    expect(old.controller).toMatchObject({ stripe_dashboard: { type: 'express' }, losses: { payments: 'application' } })
  })

  test('are the same account for the same key', async () => {
    const first = await sandbox.stripe.accounts.create(expressAccount, { idempotencyKey: 'company:1:account' })
    const again = await sandbox.stripe.accounts.create(expressAccount, { idempotencyKey: 'company:1:account' })
    expect(again.id).toBe(first.id)
    expect((await sandbox.stripe.accounts.list()).data).toHaveLength(1)
  })

  test('are changed, and only a real change sends an event', async () => {
    const { id } = await sandbox.stripe.accounts.create(expressAccount)
    const changed = await sandbox.stripe.accounts.update(id, { email: 'neu@glanzwerk.example', metadata: { note: 'b' } })
    expect(changed).toMatchObject({ email: 'neu@glanzwerk.example', metadata: { company_id: 'company-1', note: 'b' } })
    await sandbox.stripe.accounts.update(id, { email: 'neu@glanzwerk.example' })
    await sandbox.receiver.waitFor((events) => events.length > 0)
    const told = await sandbox.stripe.events.list({ type: 'account.updated' })
    expect(told.data).toHaveLength(1)
    expect(told.data[0]).toMatchObject({ account: id, data: { previous_attributes: { email: 'post@glanzwerk.example' } } })
  })

  test('refuse what the sandbox does not know and Stripe does not allow', async () => {
    expect(await refusalOf(sandbox.stripe.accounts.create({ type: 'custom', country: 'DE' }))).toMatchObject({ statusCode: 501 })
    expect(await refusalOf(sandbox.stripe.accounts.create({ ...expressAccount, country: 'FR' }))).toMatchObject({ statusCode: 501 })
    expect(await refusalOf(sandbox.stripe.accounts.create({ ...expressAccount, type: 'express' }))).toMatchObject({ statusCode: 400 })
    expect(await refusalOf(sandbox.stripe.accounts.create({ ...expressAccount, email: 'nein' }))).toMatchObject({ code: 'email_invalid' })
    expect(await refusalOf(sandbox.stripe.accounts.retrieve('acct_nichts'))).toMatchObject({ statusCode: 403, code: 'account_invalid' })
  })

  test('are decided by the control interface, each time with an event', async () => {
    const { id } = await sandbox.stripe.accounts.create(expressAccount)
    await sandbox.control('account', { account: id, state: 'enabled' })
    expect(await sandbox.stripe.accounts.retrieve(id)).toMatchObject({
      capabilities: { transfers: 'active' },
      payouts_enabled: true,
      requirements: { currently_due: [], disabled_reason: null },
    })
    await sandbox.control('account', { account: id, state: 'restricted' })
    expect(await sandbox.stripe.accounts.retrieve(id)).toMatchObject({
      details_submitted: true,
      capabilities: { transfers: 'inactive' },
      payouts_enabled: false,
      requirements: { currently_due: ['individual.verification.document'] },
    })
    await sandbox.control('account', { account: id, state: 'pending' })
    expect(await sandbox.stripe.accounts.retrieve(id)).toMatchObject({ capabilities: { transfers: 'pending' }, payouts_enabled: false })
    await sandbox.receiver.waitFor((events) => events.length === 3)
    const { definitions } = loadOwnSchema()
    for (const event of sandbox.receiver.events) {
      expect(event).toMatchObject({ type: 'account.updated', account: id, data: { object: { id, object: 'account' } } })
      expect(findResponseErrors(definitions, { ref: 'resources/Accounts#Account' }, event.data.object)).toEqual([])
      expect(findResponseErrors(definitions, { ref: 'resources/Events#EventBase' }, event)).toEqual([])
    }
    await expect(sandbox.control('account', { account: id, state: 'lost' })).rejects.toThrow('state must be one of')
    await expect(sandbox.control('account', { account: 'acct_x', state: 'enabled' })).rejects.toThrow('403')
  })
})

describe('the onboarding page', () => {
  test('takes the details and enables the account', async () => {
    const { id } = await sandbox.stripe.accounts.create(expressAccount)
    const link = await openLink(id)
    expect(link).toMatchObject({ object: 'account_link' })
    expect(link.url).toContain(`/setup/e/${id}/`)
    const page = await visit(link.url)
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(text).toContain('Auszahlungen einrichten')
    expect(text).toContain('value="Glanzwerk Altona"')
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:9")
    const wrong = await visit(link.url, { ...goodForm, iban: 'DE89 3704 0044 0532 0130 01', name: '<b>' })
    expect(wrong.status).toBe(200)
    const again = await wrong.text()
    expect(again).toContain('Bitte prüfen Sie die IBAN.')
    expect(again).toContain('value="&lt;b&gt;"')
    const done = await visit(link.url, goodForm)
    expect([done.status, done.headers.get('location')]).toEqual([303, returnUrl])
    expect(await sandbox.stripe.accounts.retrieve(id)).toMatchObject({
      details_submitted: true,
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
      requirements: { currently_due: [] },
    })
    await sandbox.receiver.waitFor((events) => events.some((one) => one.type === 'account.updated'))
    expect((await visit(link.url, goodForm)).status).toBe(410)
  })

  test('leaves everything due when it is put off', async () => {
    const { id } = await sandbox.stripe.accounts.create(expressAccount)
    const { url } = await openLink(id)
    await visit(url)
    const later = await visit(url, { intention: 'later', name: '', iban: '' })
    expect([later.status, later.headers.get('location')]).toEqual([303, returnUrl])
    const account = await sandbox.stripe.accounts.retrieve(id)
    expect(account.details_submitted).toBe(false)
    expect(account.requirements?.currently_due).not.toEqual([])
  })

  test('opens once and in time, else it leads to the refresh address', async () => {
    const { id } = await sandbox.stripe.accounts.create(expressAccount)
    const used = await openLink(id)
    expect((await visit(used.url, goodForm)).status).toBe(410)
    expect((await visit(used.url)).status).toBe(200)
    const second = await visit(used.url)
    expect([second.status, second.headers.get('location')]).toEqual([303, refreshUrl])
    const old = await openLink(id)
    await sandbox.control('clock', { advanceSeconds: 301 })
    expect((await visit(old.url)).headers.get('location')).toBe(refreshUrl)
    await sandbox.control('clock', { reset: true })
    expect((await visit(`${sandbox.url}/setup/e/${id}/nichts`)).status).toBe(404)
    expect((await visit(old.url.replace(id, 'acct_anderes'))).status).toBe(404)
  })

  test('is refused for wrong addresses, kinds and accounts', async () => {
    const { id: account } = await sandbox.stripe.accounts.create(expressAccount)
    const good = { account, type: 'account_onboarding', refresh_url: refreshUrl, return_url: returnUrl } as const
    const wrong: [Partial<Stripe.AccountLinkCreateParams>, string][] = [
      [{ return_url: 'ja' }, 'url_invalid'],
      [{ refresh_url: undefined }, 'parameter_missing'],
      [{ account: 'acct_nichts' }, 'resource_missing'],
    ]
    for (const [change, code] of wrong) {
      expect(await refusalOf(sandbox.stripe.accountLinks.create({ ...good, ...change }))).toMatchObject({ statusCode: 400, code })
    }
    expect((await refusalOf(sandbox.stripe.accountLinks.create({ ...good, type: 'account_update' }))).message).toContain('account_update')
  })
})

test('accounts and links outlive a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const stateFile = join(folder, 'accounts.jsonl')
  const first = await openTestSandbox({ stateFile })
  const { id } = await first.stripe.accounts.create(expressAccount)
  await first.control('account', { account: id, state: 'enabled' })
  const link = await first.stripe.accountLinks.create({
    account: id,
    type: 'account_onboarding',
    refresh_url: refreshUrl,
    return_url: returnUrl,
  })
  await first.close()
  const second = await openTestSandbox({ stateFile })
  expect((await second.stripe.accounts.retrieve(id)).capabilities?.transfers).toBe('active')
  expect((await visit(link.url.replace(first.url, second.url))).status).toBe(200)
  await second.close()
  rmSync(folder, { recursive: true })
})
