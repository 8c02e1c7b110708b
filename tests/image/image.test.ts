import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chmodSync, globSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { openInbox } from '../../sandbox/inbox.ts'
import { openSandbox } from '../../sandbox/server.ts'
import { findFreePortBlock } from '../../scripts/ports.ts'
import { readSyntax } from '../../scripts/syntax.ts'
import { image, openContainer, type Server } from './container.ts'
import { openStripeFront } from './stripeFront.ts'

/**
 * One installation of the image's tree (scripts/imageTree.ts), started as compose.yaml starts it: two processes, `ROLE=web` and
 * `ROLE=worker`, in production, on one empty database whose owner is no superuser. Each test continues where the previous one ended.
 */
/** 350 for the image, less the 80 of Debian's. */
const mostMegabytes = 270
const place = mkdtempSync(join(tmpdir(), 'image-'))
const tree = join(place, 'tree')
const publicUrl = 'https://markt.example'
const openParts: (() => unknown)[] = []
const servers: Partial<Record<'web' | 'worker', Server>> = {}
let database: pg.Client
let container: ReturnType<typeof openContainer>
let inbox: Awaited<ReturnType<typeof openInbox>>
let sandbox: Awaited<ReturnType<typeof openSandbox>>
let stripe: Awaited<ReturnType<typeof openStripeFront>>
let configuration: Record<string, string>
let before: string[]
let webPort: number

beforeAll(async () => {
  chmodSync(place, 0o755)
  const made = spawnSync(process.execPath, ['scripts/imageTree.ts', tree], { encoding: 'utf8' })
  expect(made).toMatchObject({ status: 0, stderr: '' })
  console.log(made.stdout)
  expect(Number(/^total +(\S+) MB$/m.exec(made.stdout)?.[1])).toBeLessThan(mostMegabytes)
  before = listTree()
  const postgres = await startLocalDatabase({ folder: join(place, 'postgres'), isThrowaway: true })
  openParts.push(() => postgres.stop())
  webPort = await findFreePortBlock(2)
  const secrets = { STRIPE_SECRET_KEY: `sk_live_${randomUUID()}`, STRIPE_WEBHOOK_SECRET: `whsec_${randomUUID()}` }
  sandbox = await openSandbox({
    port: 0,
    secretKey: secrets.STRIPE_SECRET_KEY,
    webhook: { url: `http://127.0.0.1:${webPort}/webhooks/stripe`, secret: secrets.STRIPE_WEBHOOK_SECRET },
  })
  stripe = await openStripeFront({ sandboxUrl: sandbox.url, folder: place })
  inbox = await openInbox({ smtpPort: 0, pagePort: 0 })
  openParts.push(sandbox.close, stripe.close, inbox.close)
  configuration = { ...secrets, ...(await configure(postgres.url)) }
  container = openContainer({
    place,
    tree,
    files: {
      hosts: `127.0.0.1 localhost\n${stripe.hosts}\n`,
      'nsswitch.conf': 'hosts: files\n',
      'stripe.pem': stripe.certificate,
    },
  })
  openParts.push(container.killAll)
})
afterAll(async () => {
  for (const close of openParts.reverse()) await close()
  rmSync(place, { recursive: true, force: true })
})

test('web: starts on an empty database; healthy, ready, pages and files', async () => {
  const web = await start('web', webPort)
  expect(await web.healthCheck()).toBe(0)
  await expect.poll(() => readyOf(web), { timeout: 20_000 }).toEqual({ ok: true, jobs: expect.anything(), clockAheadSeconds: 0 })
  const home = await fetch(web.url)
  const html = await home.text()
  expect(home.status).toBe(200)
  expect(html).toContain('<h1')
  const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(html) ?? []
  const file = await fetch(web.url + script)
  expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable'])
  // The proxy serves the same files by itself.
  const headers = [...readFileSync('deploy/caddy/Caddyfile', 'utf8').matchAll(/^\t+header (\S+) "(.+)"$/gm)]
  expect(headers.map(([, name = '']) => [name, file.headers.get(name)])).toEqual(headers.map(([, name, value]) => [name, value]))
})

test('worker: does the jobs of a booking, which web left to it', async () => {
  const web = serverOf('web')
  const { rows } = await database.query<{ id: string }>(newCompany)
  const booked = await post(web, 'create-booking-payment', { ...booking, companyId: rows[0]?.id })
  expect(booked).toMatchObject({ status: 200 })
  expect(stripe.connections()).toBeGreaterThan(0)
  const session = /cs_\w+/.exec(JSON.stringify(booked.body))?.[0]
  const paid = await fetch(`${sandbox.url}/__control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session, card: '4000000000000077' }),
  })
  expect(await paid.json()).toMatchObject({ result: 'paid' })
  await expect.poll(async () => (await readyOf(web)).jobs.waiting, { timeout: 20_000 }).toBeGreaterThan(0)
  // Longer than a worker takes to begin with a job.
  await pause(3_000)
  expect(inbox.mails()).toEqual([])
  expect(await countWorkerGroups()).toBe(0)

  const worker = await start('worker', webPort + 1)
  await expect.poll(async () => (await readyOf(worker)).isPolling, { timeout: 20_000 }).toBe(true)
  await expect
    .poll(() => inbox.mails().map(({ to, subject }) => `${to}: ${subject.split(':')[0]}`), { timeout: 30_000 })
    .toEqual(expect.arrayContaining([`${booking.customerEmail}: Ihre Buchung ist bestätigt`, `${companyEmail}: Neue Buchung`]))
  await expect.poll(async () => (await readyOf(web)).jobs.waiting, { timeout: 20_000 }).toBe(0)
  await expect.poll(countWorkerGroups, { timeout: 20_000 }).toBe(2)
})

test('worker: healthy, serves no pages, files and calls', async () => {
  const worker = serverOf('worker')
  expect(await worker.healthCheck()).toBe(0)
  const [script] = readdirSync(join(tree, 'build/client/assets')).filter((name) => name.endsWith('.js'))
  for (const path of ['/', '/search', `/assets/${script}`]) expect([path, (await fetch(worker.url + path)).status]).toEqual([path, 404])
  expect(await post(worker, 'create-booking-payment', booking)).toMatchObject({ status: 404 })
})

describe('in the container', () => {
  const evaluate = (script: string) => container.run(['node', '-e', script])

  test.each(['/app/x', '/etc/x', '/usr/x', '/x'])('%s cannot be written', async (file) =>
    expect((await evaluate(`fs.writeFileSync('${file}', '')`)).stderr).toMatch(/EROFS/),
  )

  test('programs run as the user of the image, without rights', async () => {
    const { stdout } = await evaluate(`console.log(fs.readFileSync('/proc/self/status', 'utf8'))`)
    const statusOf = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(stdout)?.[1]?.trim()
    expect(statusOf('Uid')?.split('\t')).toEqual(Array(4).fill(String(image.uid)))
    expect([statusOf('Groups'), statusOf('CapEff'), statusOf('CapBnd'), statusOf('NoNewPrivs')]).toEqual([
      '',
      ...Array(2).fill('0'.repeat(16)),
      '1',
    ])
  })

  test.each([
    ['rotate-keys', "0 re-encrypted with key 'k1'.\n"],
    ['rebuild-search', '1 of 1 companies\n'],
  ])('%s runs', async (name, stdout) =>
    expect(await container.run(['node', 'scripts/admin/main.ts', name], configuration)).toMatchObject({ status: 0, stdout }),
  )
})

test('an init job migrates an empty database, and finds it migrated later', async () => {
  const url = new URL(configuration.DATABASE_URL ?? '')
  url.pathname = '/beside'
  const migrate = () => container.run([...image.command, '--migrate'], { ...configuration, DATABASE_URL: url.href })
  expect(await migrate()).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('"msg":"migrating"') })
  expect(await migrate()).toMatchObject({ status: 0, stdout: '' })
})

test('every package that the built server imports is in the image, except the one of development', () => {
  const { resolve } = createRequire(join(tree, 'build/machine/main.js'))
  const isMissing = (name: string) => {
    try {
      return !resolve(name).startsWith(tree)
    } catch {
      return true
    }
  }
  const files = globSync('build/machine/*.js', { cwd: tree })
  const names = files.flatMap((file) =>
    readSyntax(file, readFileSync(join(tree, file), 'utf8')).imports.flatMap(({ to }) => (to && /^[@\w]/.test(to) ? [to] : [])),
  )
  const packages = [...new Set(names)].filter((name) => !isBuiltin(name))
  expect(packages).toContain('sharp')
  expect(packages.filter(isMissing)).toEqual(['vite'])
})

test('SIGTERM ends both within the time of compose.yaml, and their health checks fail', async () => {
  const both = [serverOf('web'), serverOf('worker')]
  const ends = await Promise.all(both.map(({ stop }) => stop()))
  console.log(`Ended in ${ends.map(({ seconds }) => seconds.toFixed(1)).join(' and ')} s`)
  expect(ends.map(({ code }) => code)).toEqual([0, 0])
  expect(await Promise.all(both.map(({ healthCheck }) => healthCheck()))).toEqual([1, 1])
  for (const { log } of both) expect(log()).not.toMatch(/"level":"(error|fatal)"/)
})

test('web starts again on the migrated database', async () => {
  expect(await (await start('web', webPort)).stop()).toMatchObject({ code: 0 })
})

test('nothing was written outside DATA_DIR', () => {
  expect(listTree()).toEqual(before)
  expect(readdirSync(container.temporary)).toEqual([])
  expect(readdirSync(container.data).filter((name) => name !== 'files')).toEqual([])
})

/** A database whose owner is no superuser, and the least that production needs. */
async function configure(postgresUrl: string) {
  const admin = new pg.Client(postgresUrl)
  await admin.connect()
  await admin.query(`create role market login password 'market'`)
  for (const name of ['market', 'beside']) await admin.query(`create database ${name} owner market`)
  await admin.end()
  const url = new URL(postgresUrl)
  Object.assign(url, { username: 'market', password: 'market', pathname: '/market' })
  database = new pg.Client(url.href)
  await database.connect()
  openParts.push(() => database.end())
  return {
    DATABASE_URL: url.href,
    PUBLIC_URL: publicUrl,
    SECRET_KEY: randomBytes(32).toString('hex'),
    DATA_KEYS: `k1:${randomBytes(32).toString('hex')}`,
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'post@markt.example',
    ADMIN_EMAIL: 'chef@markt.example',
    ADMIN_PASSWORD_HASH: `$argon2id$v=19$m=65536,t=3,p=1$${'c2FsdHNhbHRzYWx0c2FsdA'}$${'a'.repeat(43)}`,
    OPERATOR_NAME: 'Markt GmbH',
    OPERATOR_ADDRESS: 'Weg 1, Berlin',
    OPERATOR_EMAIL: 'post@markt.example',
    OPERATOR_PHONE: '+49 30 23125001',
    TRUSTED_PROXIES: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: '/etc/stripe.pem',
  }
}

async function start(role: 'web' | 'worker', port: number) {
  const server = await container.start({ ...configuration, ROLE: role, PORT: String(port) })
  console.log(`${role} ready after ${server.startedInMs} ms`)
  servers[role] = server
  return server
}

function serverOf(role: 'web' | 'worker') {
  const server = servers[role]
  if (!server) throw new Error(`${role} was not started`)
  return server
}

const readyOf = async ({ url }: Server) =>
  (await (await fetch(`${url}/readyz`)).json()) as { ok: boolean; jobs: { waiting: number }; isPolling?: boolean }

async function post({ url }: Server, name: string, body: object) {
  const headers = { 'content-type': 'application/json', origin: publicUrl, 'x-forwarded-for': '203.0.113.5' }
  const answer = await fetch(`${url}/functions/v1/${name}`, { method: 'POST', body: JSON.stringify(body), headers })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

/** Groups of workers with a heartbeat: two of each process that works on jobs. */
const countWorkerGroups = async () => (await database.query('select 1 from job_workers')).rowCount

/** Every file and folder of the tree with its size and time of change. */
const listTree = () =>
  readdirSync(tree, { recursive: true, encoding: 'utf8' })
    .map((file) => [file, lstatSync(join(tree, file))] as const)
    .map(([file, { size, mtimeMs }]) => `${file} ${size} ${mtimeMs}`)

const companyEmail = 'kontakt@glanzwerk.example'
const newCompany = `
  insert into companies
    (company_name, category, description, location, street, contact_person, email, phone, hourly_rate_cents, subscription_status, verified)
  values
    ('Glanzwerk Altona', 'Reinigung', 'Sauber.', '22767 Hamburg', 'Große Straße 3', 'Meike Petersen', '${companyEmail}', '+49 40 66969101', 3450, 'active', true)
  returning id`
const booking = {
  serviceTitle: 'Reinigung Service',
  customerName: 'Katrin Bergmann',
  customerEmail: 'katrin.bergmann@kunde.example',
  customerPhone: '+49 40 66969140',
  customerKind: 'business',
  date: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
  time: '07:30',
  location: 'Schmale Gasse 12, 22767 Hamburg',
  amount: 138,
  description: 'Unterhaltsreinigung, zwei Teeküchen.',
}
