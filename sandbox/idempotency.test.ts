import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bookingSession, openTestSandbox, refusalOf, secretKey, stripeFor, type TestSandbox } from './testSandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
beforeEach(() => sandbox.control('reset'))
afterAll(() => sandbox.close())

const countSessions = async () => (await sandbox.stripe.checkout.sessions.list({ limit: 100 })).data.length

describe('the same key', () => {
  test('replays the saved answer', async () => {
    const first = await sandbox.createSession({}, { idempotencyKey: 'booking:1:checkout:1' })
    const again = await sandbox.createSession({}, { idempotencyKey: 'booking:1:checkout:1' })
    expect(again.id).toBe(first.id)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(again.lastResponse.headers['idempotency-key']).toBe('booking:1:checkout:1')
    expect(await countSessions()).toBe(1)
  })

  test('with other parameters is an idempotency error', async () => {
    await sandbox.createSession({}, { idempotencyKey: 'k' })
    const other = await refusalOf(sandbox.createSession({ client_reference_id: 'booking-2' }, { idempotencyKey: 'k' }))
    expect(other).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' })
    expect(other.message).toContain('can only be used with the same parameters')
    const elsewhere = await refusalOf(sandbox.stripe.customers.create({}, { idempotencyKey: 'k' }))
    expect(elsewhere.message).toContain('for the same endpoint')
    expect(await countSessions()).toBe(1)
  })

  test('with the parameters in another order is the same request', async () => {
    const post = (body: string) =>
      fetch(`${sandbox.url}/v1/customers`, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'order', 'content-type': 'application/x-www-form-urlencoded' },
      })
    const first = await (await post('name=A&email=a@b.de')).text()
    expect(await (await post('email=a@b.de&name=A')).text()).toBe(first)
  })

  test('while the first is running is 409, and the SDK gets through by itself', async () => {
    await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'delay', milliseconds: 300 })
    const first = sandbox.createSession({}, { idempotencyKey: 'slow' })
    await new Promise((resolve) => setTimeout(resolve, 100))
    const second = await refusalOf(sandbox.createSession({}, { idempotencyKey: 'slow' }))
    expect(second).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    await first
    const patient = stripeFor(sandbox.url, { retries: 5 })
    const many = await Promise.all(
      Array.from({ length: 20 }, () => patient.checkout.sessions.create(bookingSession(), { idempotencyKey: 'twenty' })),
    )
    expect(new Set(many.map((one) => one.id)).size).toBe(1)
    expect(await countSessions()).toBe(2)
  })

  test('a delay after the effect answers with the state before it', async () => {
    const session = await sandbox.createSession()
    await sandbox.control('faults', { operation: 'Checkout/Sessions.retrieve', kind: 'delayAfterEffect', milliseconds: 400 })
    const outdated = sandbox.stripe.checkout.sessions.retrieve(session.id)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await sandbox.control('expire', { session: session.id })
    expect([(await outdated).status, (await sandbox.stripe.checkout.sessions.retrieve(session.id)).status]).toEqual(['open', 'expired'])
  })

  test('replays a refusal of the operation, but not one of the parameters', async () => {
    expect(
      (await refusalOf(sandbox.stripe.refunds.create({ charge: 'ch_none' }, { idempotencyKey: 'r' }))).headers?.['idempotent-replayed'],
    ).toBeUndefined()
    expect(
      (await refusalOf(sandbox.stripe.refunds.create({ charge: 'ch_none' }, { idempotencyKey: 'r' }))).headers?.['idempotent-replayed'],
    ).toBe('true')
    const wrong = Object.assign(bookingSession(), { farbe: 'rot' })
    await refusalOf(sandbox.stripe.checkout.sessions.create(wrong, { idempotencyKey: 'p' }))
    await sandbox.createSession({}, { idempotencyKey: 'p' })
    expect(await countSessions()).toBe(1)
  })

  test('replays a saved 500, whose effect happened', async () => {
    await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'failAfterEffect' })
    expect((await refusalOf(sandbox.createSession({}, { idempotencyKey: 'f' }))).statusCode).toBe(500)
    const again = await refusalOf(sandbox.createSession({}, { idempotencyKey: 'f' }))
    expect(again).toMatchObject({ statusCode: 500, type: 'StripeAPIError' })
    expect(again.headers?.['idempotent-replayed']).toBe('true')
    expect(await countSessions()).toBe(1)
    expect((await sandbox.createSession({}, { idempotencyKey: 'f2' })).status).toBe('open')
  })

  test('may be used again after a 500 before the effect', async () => {
    await sandbox.control('faults', { operation: '*', kind: 'fail', status: 503, times: 2 })
    expect((await refusalOf(sandbox.createSession({}, { idempotencyKey: 'g' }))).statusCode).toBe(503)
    expect((await refusalOf(sandbox.createSession({}, { idempotencyKey: 'g' }))).statusCode).toBe(503)
    await sandbox.createSession({}, { idempotencyKey: 'g' })
    expect(await countSessions()).toBe(1)
  })

  test('is forgotten after 24 hours', async () => {
    const first = await sandbox.createSession({}, { idempotencyKey: 'day' })
    await sandbox.control('clock', { advanceSeconds: 24 * 3600 + 1 })
    expect((await sandbox.createSession({}, { idempotencyKey: 'day' })).id).not.toBe(first.id)
  })

  test('of more than 255 characters is refused', async () => {
    expect((await refusalOf(sandbox.createSession({}, { idempotencyKey: 'x'.repeat(256) }))).statusCode).toBe(400)
    expect(await countSessions()).toBe(0)
  })
})

describe('a lost answer', () => {
  // The SDK itself retries once when a connection is closed, even without retries; so these two tests use fetch.
  const post = () =>
    fetch(`${sandbox.url}/v1/customers`, {
      method: 'POST',
      body: 'name=A',
      headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': 'lost', 'content-type': 'application/x-www-form-urlencoded' },
    })
  const countCustomers = async () => (await sandbox.stripe.customers.list()).data.length

  test('before the effect leaves nothing, and a retry with the key makes it', async () => {
    await sandbox.control('faults', { operation: 'Customers.create', kind: 'dropBefore' })
    await expect(post()).rejects.toThrow('fetch failed')
    expect(await countCustomers()).toBe(0)
    expect((await post()).headers.get('idempotent-replayed')).toBeNull()
    expect(await countCustomers()).toBe(1)
  })

  test('after the effect is replayed to a retry with the key', async () => {
    await sandbox.control('faults', { operation: 'Customers.create', kind: 'dropAfter' })
    await expect(post()).rejects.toThrow('fetch failed')
    expect(await countCustomers()).toBe(1)
    expect((await post()).headers.get('idempotent-replayed')).toBe('true')
    expect(await countCustomers()).toBe(1)
  })

  test('is mended by the SDK unseen', async () => {
    await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'dropAfter' })
    const session = await sandbox.createSession({}, { idempotencyKey: 'h' })
    expect(session.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await countSessions()).toBe(1)
  })

  test('that stays lost is a connection error', async () => {
    await sandbox.control('faults', { operation: 'Checkout/Sessions.create', kind: 'dropBefore', times: 2 })
    expect(await refusalOf(sandbox.createSession({}, { idempotencyKey: 'i' }))).toMatchObject({ type: 'StripeConnectionError' })
    expect(await countSessions()).toBe(0)
  })
})
