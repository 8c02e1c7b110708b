import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestLimits } from '#src/orders/bookings/rules.ts'
import type { Caller } from '#src/platform/server/calls/endpoint.ts'
import { operations } from '#src/wiring.ts'
import { bookingRequestFor, enterAs, makeCompany, makeService, makeUser } from './factories.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp({ LIMITS_FACTOR: '1' })
const { app, newVisitor } = testApp
const { perAddress, perCompany } = requestLimits

/** A body in which every field, at any depth, is a text with its own path. */
const named = (path: string): object =>
  new Proxy(
    Object.assign(() => {}, {}),
    {
      get: (_, name) => {
        if (name === Symbol.toPrimitive || name === 'toString' || name === 'valueOf') return () => path
        if (name === Symbol.iterator)
          return function* () {
            yield `${path}.0`
          }
        return typeof name === 'string' ? `body.${name}` : undefined
      },
    },
  )

/**
 * Keyed by a field of the body that does not identify a third party: a secret that only its holder knows, or a company whose owner was
 * authorized.
 */
const ownSubjects = ['verify', 'feed']

test('no limit that is counted before its operation runs is keyed by what the body names', () => {
  const caller = {
    ip: 'ip',
    hash: () => 'hash',
    requestId: 'id',
    companyId: 'company',
    session: { userId: 'user' },
    admin: { id: 'admin' },
  }
  const keyed = operations.flatMap((one) => {
    if (one.kind === 'raw' || one.kind === 'resource' || !one.limits) return []
    const limits = one.limits({ body: named('body'), caller: caller as unknown as Caller } as never)
    return limits.map(({ name, key }) => ({ name, key: String(key) }))
  })
  expect(keyed.length).toBeGreaterThan(60)
  expect(keyed.filter(({ name, key }) => key.startsWith('body') && !ownSubjects.includes(name))).toEqual([])
})

test('refused requests spend no limit of a company or an address', async () => {
  const company = await makeCompany(app)
  await makeService(app, company.id, { priceCents: 13_800 })
  const order = (at: number, fields: object) =>
    newVisitor(`192.0.2.${at}`).call('create-booking-payment', bookingRequestFor(app, company.id, fields))
  for (let at = 0; at < perCompany.max + perAddress.max; at++) {
    const refused = await order(at % 200, { amount: 1, agreedWith: 'ja' })
    expect(refused.status).toBe(409)
  }
  await app.db.deleteFrom('rateCounters').where('key', 'like', 'booking:ip:%').execute()
  expect(await app.db.selectFrom('rateCounters').select('key').where('key', 'not like', 'booking:ip:%').execute()).toEqual([])
  for (let at = 0; at < perAddress.max; at++) expect((await order(at, { time: `1${at}:00` })).status).toBe(200)
})

test('a busy company takes the orders of proven addresses, and so does an address that others used up', async () => {
  const company = await makeCompany(app)
  const order = (visitor: ReturnType<typeof newVisitor>, customerEmail: string) =>
    visitor.call('create-booking-payment', bookingRequestFor(app, company.id, { customerEmail, description: randomUUID() }))
  for (let at = 0; at < perCompany.max; at++) expect((await order(newVisitor(`198.51.100.${at}`), `k${at}@kunde.example`)).status).toBe(200)
  const busy = await order(newVisitor('203.0.113.1'), 'katrin@kunde.example')
  expect([busy.status, busy.body.error]).toEqual([
    429,
    expect.stringMatching(
      /^Hier gehen gerade sehr viele Anfragen ein\. Mit einem Konto, dessen E-Mail-Adresse bestätigt ist, geht es sofort weiter\. Bitte/,
    ),
  ])
  await makeUser(app)
  const known = await enterAs(app, newVisitor('203.0.113.2'), 'katrin@kunde.example')
  expect((await order(known, 'katrin@kunde.example')).status).toBe(200)
  // Only for the proven address.
  expect((await order(known, 'fremd@kunde.example')).status).toBe(429)
})

test('addresses of one IPv6 customer, up to a /56, share their limits', async () => {
  const company = await makeCompany(app)
  const order = (ip: string, at: number) =>
    newVisitor(ip).call('create-booking-payment', bookingRequestFor(app, company.id, { customerEmail: `v${at}@kunde.example` }))
  for (let at = 0; at < requestLimits.perIp.max; at++) expect((await order(`2001:db8:0:12${at}0::${at + 1}`, at)).status).toBe(200)
  expect((await order('2001:db8:0:12ff::1', 98)).status).toBe(429)
  expect((await order('2001:db8:0:1300::1', 99)).status).toBe(200)
})

test('refused mails and sign-ups spend nothing of the address, and strangers do not hold up the owner who is signed in with it', async () => {
  const email = 'katrin@kunde.example'
  await makeUser(app, { email })
  const uses = async (name: string) => {
    const { rows } = await sql<{ used: number }>`
      select coalesce(sum(used), 0)::int as used from rate_counters where key like ${`${name}:%`}`.execute(app.db)
    return rows[0]?.used
  }
  const recover = (visitor: ReturnType<typeof newVisitor>) => visitor.call('auth/recover', { email })
  expect((await recover(newVisitor('192.0.2.1'))).status).toBe(200)
  for (let at = 0; at < 4; at++) expect((await recover(newVisitor(`192.0.2.${at}`))).status).toBe(429)
  expect([await uses('mail:minute'), await uses('mail:hour')]).toEqual([1, 1])
  const owner = await enterAs(app, newVisitor('203.0.113.2'), email)
  expect((await recover(owner)).status).toBe(200)
  for (let at = 0; at < 4; at++) await owner.call('send-2fa-code', {})
  expect((await owner.call('send-2fa-code', {})).status).toBe(200)
  expect((await owner.call('send-2fa-code', {})).status).toBe(429)
  expect(await uses('code:dashboard')).toBe(5)
})
