import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { findFreePortBlock } from '../scripts/ports.ts'
import type { Program } from '../scripts/programs.ts'
import { type Services, startServer, startServices } from '../scripts/services.ts'
import { readConfig } from '../src/platform/server/config.ts'
import { nextPassword, password } from './passwords.ts'

// Two real server processes on one database, with the real limits. They trust a proxy that names the client address.
test.describe.configure({ mode: 'serial' })

let folder: string
let ports: [number, number]
let services: Services
let servers: Program[] = []

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'two-servers-'))
  ports = [await findFreePortBlock(4), await findFreePortBlock(4)]
  const settings = { PORT: String(ports[0]), DATA_DIR: folder, DEMO: '0', LOG_LEVEL: 'silent', LIMITS_FACTOR: '1' }
  services = await startServices({ config: readConfig(settings), isThrowaway: true })
  const startAt = (port: number) => {
    const environment = { ...services.environment, ...settings, TRUSTED_PROXIES: '127.0.0.1', PORT: String(port) }
    return startServer({ services: { ...services, environment }, port })
  }
  servers = [await startAt(ports[0]), await startAt(ports[1])]
})

test.afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await services.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a session begun at one server counts at the other, and ends at both', async () => {
  const here = openBrowser('203.0.113.1')
  const email = 'sitzung@kunde.example'
  expect((await here.call(0, 'sign-up', { email, password })).status).toBe(200)
  expect((await here.call(1, 'verify', { token_hash: await confirmationOf(email), type: 'signup' })).body).toMatchObject({
    signed_in: true,
  })
  const elsewhere = openBrowser('203.0.113.2')
  expect((await elsewhere.call(1, 'sign-in', { email, password })).status).toBe(200)
  for (const browser of [here, elsewhere]) expect(await browser.emails()).toEqual([email, email])

  expect((await here.call(0, 'user', { currentPassword: password, password: nextPassword })).status).toBe(200)
  expect([await here.emails(), await elsewhere.emails()]).toEqual([
    [email, email],
    [undefined, undefined],
  ])
  await here.call(1, 'sign-out', {})
  expect(await here.emails()).toEqual([undefined, undefined])
})

test('400 wrong passwords from 400 addresses at once over both: five are evaluated, and both know the lock', async () => {
  const email = 'gesperrt@kunde.example'
  const owner = openBrowser('203.0.113.3')
  await owner.call(0, 'sign-up', { email, password })
  const tries = Array.from({ length: 400 }, (_, index) =>
    openBrowser(`198.18.${index % 250}.${1 + Math.floor(index / 250)}`).call(index % 2, 'sign-in', {
      email,
      password: `Falsch${index}falsch`,
    }),
  )
  const codes = (await Promise.all(tries)).map(({ body }) => body.code)
  const count = (code: string) => codes.filter((one) => one === code).length
  expect({
    evaluated: count('accounts.invalidCredentials') + count('accounts.lockedNow'),
    locking: count('accounts.lockedNow'),
    refusedUnseen: count('accounts.locked'),
  }).toEqual({ evaluated: 5, locking: 1, refusedUnseen: 395 })
  for (const server of [0, 1]) expect((await owner.call(server, 'sign-in', { email, password })).body.code).toBe('accounts.locked')
})

test('limits are counted together: 60 sign-ins of one caller, however they are spread', async () => {
  const tries = Array.from({ length: 80 }, (_, index) =>
    openBrowser('203.0.113.4').call(index % 2, 'sign-in', { email: `konto${index}@kunde.example`, password: 'Falsch1falsch' }),
  )
  const answers = await Promise.all(tries)
  const withStatus = (status: number) => answers.filter((one) => one.status === status)
  expect({ evaluated: withStatus(401).length, tooMany: withStatus(429).length }).toEqual({ evaluated: 60, tooMany: 20 })
  expect(withStatus(429).every(({ retryAfter }) => Number(retryAfter) > 0)).toBe(true)
})

// A machine that needs seconds for an answer is as late with the notification of a change.
test('4,000 reads of a cached page at both servers, while it changes: none is stale by more than a second and an answer', async () => {
  const client = new pg.Client(services.environment.DATABASE_URL)
  await client.connect()
  const changes: { name: number; at: number }[] = []
  const change = async () => {
    const name = changes.length + 1
    await client.query(`update settings set value = jsonb_set(value, '{name}', $1) where key = 'operator'`, [
      JSON.stringify(`Betreiber ${name}.`),
    ])
    changes.push({ name, at: performance.now() })
  }
  await change()
  const read = async (server: number) => {
    const began = performance.now()
    const page = await (await fetch(`http://127.0.0.1:${ports[server]}/impressum`)).text()
    return { began, name: Number(/Betreiber (\d+)\./.exec(page)?.[1]) }
  }
  let left = 4_000
  let slowestMs = 0
  const reads: { began: number; name: number }[] = []
  const reader = async () => {
    while (left > 0) {
      left -= 1
      const one = await read(left % 2)
      reads.push(one)
      slowestMs = Math.max(slowestMs, performance.now() - one.began)
    }
  }
  const writer = async () => {
    while (left > 0) {
      await change()
      await new Promise((done) => setTimeout(done, Math.random() * 60))
    }
  }
  await Promise.all([writer(), ...Array.from({ length: 8 }, reader)]).finally(() => client.end())
  const leastAt = (time: number) => changes.findLast(({ at }) => at < time)?.name ?? 0
  const stale = reads.filter(({ began, name }) => !(name >= leastAt(began - 1_000 - slowestMs)))
  expect(stale).toEqual([])
  expect(changes.length).toBeGreaterThan(50)
})

/** A browser with its own cookies behind the proxy, with that client address. */
function openBrowser(address: string) {
  const cookies = new Map<string, string>()
  async function call(server: number, name: string, body: object) {
    const answer = await fetch(`http://127.0.0.1:${ports[server]}/auth/v1/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': address,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: (await answer.json()) as Answer }
  }
  /** Account that each of the servers recognises for this browser. */
  const emails = () => Promise.all([0, 1].map(async (server) => (await call(server, 'session', {})).body.session?.email))
  return { call, emails }
}
type Answer = { code?: string; session?: { email: string } | null }

/** Token of the mailed link. */
async function confirmationOf(email: string) {
  let secret: string | undefined
  await expect
    .poll(
      async () => {
        const mails: { to: string; text: string }[] = await (await fetch(`http://127.0.0.1:${ports[0] + 2}/mails.json`)).json()
        secret = /token_hash=([\w-]+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1]
        return secret
      },
      { timeout: 20_000 },
    )
    .toBeDefined()
  return secret
}
