import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  bookingSession,
  callControl,
  openReceiver,
  openTestSandbox,
  type Receiver,
  secretKey,
  stripeFor,
  until,
  webhookSecret,
} from './testSandbox.ts'

let folder: string
let receiver: Receiver
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'))
  receiver = await openReceiver()
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await receiver.close()
  rmSync(folder, { recursive: true })
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const environment = (port: number) => ({
  ...process.env,
  SANDBOX_PORT: String(port),
  SANDBOX_STATE: join(folder, 'state', 'sandbox.jsonl'),
  SANDBOX_SECRET_KEY: secretKey,
  SANDBOX_WEBHOOK_URL: receiver.url,
  SANDBOX_WEBHOOK_SECRET: webhookSecret,
})

const startSandbox = async (port: number) => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: environment(port),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines: string[] = []
  child.stdout.on('data', (data) => lines.push(String(data)))
  await until(() =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    ),
  )
  return { child, lines, url: `http://127.0.0.1:${port}` }
}

const isGone = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

test('nothing answered is lost by kill -9, not even a webhook that waits', async () => {
  const port = await freePort()
  const first = await startSandbox(port)
  expect(first.lines.join('')).toBe(`Bezahl-Testumgebung: http://127.0.0.1:${port}\n`)
  const stripe = stripeFor(first.url)
  const session = await stripe.checkout.sessions.create(bookingSession(), { idempotencyKey: 'booking:1:checkout:1' })
  await callControl(first.url, 'webhooks', { action: 'hold' })
  await callControl(first.url, 'pay', { session: session.id })
  first.child.kill('SIGKILL')
  await until(() => isGone(first.child))
  expect(receiver.events).toEqual([])

  const second = await startSandbox(port)
  expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  const replayed = await stripe.checkout.sessions.create(bookingSession(), { idempotencyKey: 'booking:1:checkout:1' })
  expect(replayed.id).toBe(session.id)
  await callControl(second.url, 'release', {})
  await receiver.waitFor((events) => events.some((one) => one.type === 'checkout.session.completed'))
  expect(await callControl(second.url, 'totals', {})).toMatchObject({ charges: { count: 1, cents: 13_800 }, balance: { net: 13_568 } })
})

test('kill -9 under load keeps exactly what was answered', async () => {
  const port = await freePort()
  const first = await startSandbox(port)
  const stripe = stripeFor(first.url)
  const answered: string[] = []
  const requests = Array.from({ length: 8 }, async (_, lane) => {
    for (let count = 0; ; count++)
      answered.push((await stripe.customers.create({ name: `${lane}-${count}` }, { idempotencyKey: `${lane}-${count}` })).id)
  })
  const ends = Promise.allSettled(requests)
  await until(() => answered.length > 150)
  first.child.kill('SIGKILL')
  await ends
  await startSandbox(port)
  const kept = new Set<string>()
  for await (const customer of stripe.customers.list({ limit: 100 })) kept.add(customer.id)
  expect(answered.filter((id) => !kept.has(id))).toEqual([])
  // At most one request per parallel slot was written but got no response.
  expect(kept.size - answered.length).toBeLessThanOrEqual(8)
})

test('SIGTERM ends it at once', async () => {
  const { child } = await startSandbox(await freePort())
  const began = Date.now()
  child.kill('SIGTERM')
  await until(() => isGone(child))
  expect(Date.now() - began).toBeLessThan(1000)
  expect(child.exitCode).toBe(0)
})

test('it ends when its parent dies', async () => {
  const port = await freePort()
  const script = `require('node:child_process').spawn(process.execPath, [${JSON.stringify(join(import.meta.dirname, 'main.ts'))}], { stdio: 'ignore', env: { ...process.env, SANDBOX_PARENT: '1' } }); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['-e', script], { env: environment(port), stdio: 'ignore' })
  children.push(parent)
  const isUp = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    )
  await until(isUp)
  parent.kill('SIGKILL')
  await until(async () => !(await isUp()), 3)
})

test('a torn last line is dropped, a broken one in the middle is reported', async () => {
  const stateFile = join(folder, 'torn.jsonl')
  const sandbox = await openTestSandbox({ stateFile })
  const session = await sandbox.createSession()
  await sandbox.close()
  appendFileSync(stateFile, '[["customer","cus_x",{"id":"cus_')
  const again = await openTestSandbox({ stateFile })
  expect((await again.stripe.checkout.sessions.retrieve(session.id)).id).toBe(session.id)
  expect((await again.stripe.customers.list()).data).toEqual([])
  const customer = await again.stripe.customers.create({ name: 'nach dem Riss' })
  // State of the file after a crash at this moment; closing would rewrite it.
  const asCrashed = join(folder, 'crashed.jsonl')
  copyFileSync(stateFile, asCrashed)
  await again.close()
  const third = await openTestSandbox({ stateFile: asCrashed })
  expect((await third.stripe.customers.retrieve(customer.id)).id).toBe(customer.id)
  await third.close()
  appendFileSync(stateFile, 'nonsense\n')
  await expect(openTestSandbox({ stateFile })).rejects.toThrow(/line \d+ is not a journal line/)
})

test('closing leaves a compacted file with the same content', async () => {
  const stateFile = join(folder, 'compact.jsonl')
  const sandbox = await openTestSandbox({ stateFile })
  const session = await sandbox.createSession()
  await sandbox.control('pay', { session: session.id })
  await until(async () => JSON.stringify(await sandbox.control('state')).includes('"deliveries":[]'))
  const before = await sandbox.control('totals')
  await sandbox.close()
  const ids = readFileSync(stateFile, 'utf8').match(new RegExp(`\\["checkoutSession","${session.id}"`, 'g'))
  expect(ids).toHaveLength(1)
  const again = await openTestSandbox({ stateFile })
  expect(await again.control('totals')).toEqual(before)
  await again.control('reset')
  await again.close()
  const empty = await openTestSandbox({ stateFile })
  expect((await empty.stripe.checkout.sessions.list()).data).toEqual([])
  await empty.close()
})
