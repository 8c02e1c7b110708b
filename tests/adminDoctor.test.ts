import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { auditLedger } from '#src/money/payments/reconciliation/auditActions.ts'
import { neededEvents } from '#src/platform/ports/stripeEvents.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { sendHeartbeats } from '#src/platform/server/workers/heartbeat.ts'
import { neededExtensions, versionFinding } from '../scripts/admin/doctor/database.ts'
import { callAdmin, makeEmptyDatabase } from './adminCommand.ts'
import { openDatabaseProxy } from './databaseProxy.ts'
import { openTestApp } from './testApp.ts'

const { app, inbox, sandbox } = await openTestApp()
const publicUrl = 'https://markt.example'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handschlag-doctor-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const environment = (others: Record<string, string> = {}) => ({
  DATABASE_URL: app.config.DATABASE_URL ?? '',
  STRIPE_SECRET_KEY: app.config.stripe.secretKey,
  STRIPE_API_URL: sandbox.url,
  SMTP_URL: inbox.smtpUrl,
  DATA_DIR: folder,
  PUBLIC_URL: publicUrl,
  ...others,
})

const register = async (events: readonly string[]) => {
  const body = new URLSearchParams({ url: `${publicUrl}/webhooks/stripe` })
  for (const name of events) body.append('enabled_events[]', name)
  const headers = { authorization: `Bearer ${app.config.stripe.secretKey}` }
  await fetch(`${sandbox.url}/v1/webhook_endpoints`, { method: 'POST', body, headers })
}

const linesOf = (out: string, mark: string) => out.split('\n').filter((line) => line.startsWith(mark))

test('an installation where all is well has a ✓ for every part and exit code 0, and no mail was sent', async () => {
  await register(neededEvents)
  await auditLedger(app, { trigger: 'nightly' })
  await sendHeartbeats(app, ['pool-1'])
  const { code, out, err } = await callAdmin(['doctor'], environment())
  expect([linesOf(out, '✗'), err, code]).toEqual([[], '', 0])
  const areas = linesOf(out, '✓').map((line) => /^✓ ([\w-]+)/.exec(line)?.[1])
  expect(new Set(areas)).toEqual(
    new Set(['Configuration', 'Database', 'Clock', 'Migrations', 'PSP', 'Mail', 'Storage', 'Folder', 'Jobs', 'Self-audit', 'Payouts']),
  )
  expect(out).toMatch(/PostgreSQL 18[\s\S]*accepts the key, in test mode[\s\S]*all 30 events/)
  expect(inbox.mails()).toEqual([])
  expect(globSync(`${folder}/files/probes/*`)).toEqual([])
})

const tenFaults = {
  APP_ENV: 'production',
  PORT: '70000',
  SECRET_KEY: 'short',
  DATA_KEYS: 'no-key',
  PUBLIC_URL: 'markt.example',
  LOG_LEVEL: 'loud',
  MAIL_FROM: 'post',
  TRUSTED_PROXIES: 'my-proxy',
  ADMIN_PASSWORD_HASH: 'geheim',
  ADMIN_EMAIL: 'chef@markt.example',
  DATABASE_URL: 'postgres://127.0.0.1:1/handschlag',
  STRIPE_WEBHOOK_SECRET: 'whsec_live',
  SMTP_URL: 'smtp://127.0.0.1:1',
  OPERATOR_NAME: 'Markt GmbH',
  OPERATOR_ADDRESS: 'Weg 1, Berlin',
  OPERATOR_EMAIL: 'post@markt.example',
}

test('ten faults of the configuration are ten sentences, and the other parts are checked all the same', async () => {
  const { code, out } = await callAdmin(['doctor'], { ...tenFaults, DATA_DIR: folder, STRIPE_API_URL: '' })
  const found = linesOf(out, '✗ Configuration: ').map((line) => line.slice('✗ Configuration: '.length))
  expect(found).toEqual([
    'PORT must be a whole number from 1 to 65535 (where the server listens).',
    expect.stringMatching(/^PUBLIC_URL must be an address such as https:\/\/host\.example \(the address customers see/),
    'MAIL_FROM must be an e-mail address (sender of all mails).',
    expect.stringMatching(/^SECRET_KEY must have at least 32 characters \(at least 32 random characters; hashes codes/),
    expect.stringMatching(/^DATA_KEYS must be id:secret, each secret of at least 32 characters, comma-separated \(/),
    expect.stringMatching(/^TRUSTED_PROXIES must be a list of addresses: my-proxy is not an address \(/),
    'LOG_LEVEL must be one of debug, info, warn, error, silent (how much is logged, as JSON lines).',
    expect.stringMatching(/^STRIPE_SECRET_KEY is missing \(key of the PSP/),
    'OPERATOR_PHONE is missing (its phone).',
    expect.stringMatching(/^ADMIN_PASSWORD_HASH is not an argon2id hash \(/),
  ])
  const others = linesOf(out, '✗').filter((line) => !line.startsWith('✗ Configuration'))
  expect(others.join('\n')).toMatch(/✗ Database: no connection to 127\.0\.0\.1:1 .*ECONNREFUSED.*: start it, /)
  expect(others.join('\n')).toMatch(/✗ Mail: 127\.0\.0\.1:1 does not answer/)
  expect(out).toMatch(/– PSP: not checked, since STRIPE_SECRET_KEY is missing\.[\s\S]*✓ Storage/)
  expect(code).toBe(1)
})

test('a missing event, a refused key, a refused password of the mail server and a folder that cannot be written are named', async () => {
  await register(neededEvents.filter((name) => name !== 'refund.failed'))
  const first = await callAdmin(['doctor'], environment())
  expect(linesOf(first.out, '✗ PSP')).toEqual([
    '✗ PSP: the webhooks are incomplete (missing: refund.failed): register address and events at Stripe (docs/operations.md#deploy).',
  ])
  await sandbox.control('platform', { isKeyRolled: true })
  writeFileSync(join(folder, 'file'), '')
  const second = await callAdmin(
    ['doctor'],
    environment({ DATA_DIR: join(folder, 'file/data'), SMTP_URL: inbox.smtpUrl.replace('//', '//a:geheim@') }),
  )
  expect(linesOf(second.out, '✗ PSP').join()).toMatch(/refuses the key .*: set STRIPE_SECRET_KEY/)
  expect(linesOf(second.out, '✗ Storage').join()).toMatch(/file\/data\/files does not store files \(ENOTDIR.*\): make it writable/)
  expect(linesOf(second.out, '✗ Mail').join()).toMatch(/refuses user or password|does not answer/)
  expect(second.out).not.toContain('geheim')
})

test('jobs that wait, missing workers, and an audit with violations are named', async () => {
  await enqueue(app.db, { name: 'test.unknown', payload: {} })
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at := now() - interval '10 minutes')
    from graphile_worker.jobs`.execute(app.db)
  const at = new Date()
  const audit = { trigger: 'nightly' as const, startedAt: at, finishedAt: at, isClean: false, pspCents: 0, ledgerCents: 1, violations: 2 }
  await app.db
    .insertInto('selfAudits')
    .values({ ...audit, openBreaks: 1, findings: '[]' })
    .execute()
  const { out } = await callAdmin(['doctor'], environment())
  expect(linesOf(out, '✗ Jobs')).toEqual([
    '✗ Jobs: no process works on jobs: start a server with ROLE=both or ROLE=worker.',
    '✗ Jobs: 1 wait, test.unknown for 10 minutes: check the log of the workers (docs/operations.md#waiting-jobs).',
  ])
  expect(linesOf(out, '✗ Self-audit').join()).toMatch(/found 2 violations and 1 open discrepancies/)
  await app.db
    .insertInto('selfAudits')
    .values({ ...audit, startedAt: new Date(at.getTime() + 1_000), pspCents: null, violations: 0, openBreaks: 0, findings: '[]' })
    .execute()
  const blind = await callAdmin(['doctor'], environment())
  expect(linesOf(blind.out, '✗ Self-audit').join()).toMatch(/could not read the balance of the PSP: see Stripe/)
})

test('pending and unknown migrations are named', async () => {
  const [newest = ''] = globSync('migrations/*.sql').sort().slice(-1)
  const swap = (from: string, to: string) => sql`update migrations set name = ${to} where name = ${from}`.execute(app.db)
  await swap(basename(newest), '0001_future.sql')
  onTestFinished(async () => void (await swap('0001_future.sql', basename(newest))))
  const { out } = await callAdmin(['doctor'], environment())
  expect(linesOf(out, '✗ Migrations').join('\n')).toMatch(
    /has 0001_future\.sql, which this version lacks or has otherwise: deploy[\s\S]*pending: \d+_\w+\.sql\. Start a server/,
  )
})

test('services that accept connections and never answer do not hang it', async () => {
  const held: Socket[] = []
  const silent = createServer((socket) => held.push(socket.on('error', () => undefined))).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const port = (silent.address() as AddressInfo).port
  const proxy = await openDatabaseProxy(app.config.DATABASE_URL ?? '')
  proxy.turn('silent')
  onTestFinished(async () => {
    for (const socket of held) socket.destroy()
    silent.close()
    await proxy.close()
  })
  const hanging = { STRIPE_API_URL: `http://127.0.0.1:${port}`, SMTP_URL: `smtp://127.0.0.1:${port}`, DATABASE_URL: proxy.url }
  const began = performance.now()
  const { code, out } = await callAdmin(['doctor'], environment(hanging))
  expect(linesOf(out, '✗').map((line) => /^✗ \w+/.exec(line)?.[0])).toEqual(['✗ Database', '✗ PSP', '✗ Mail'])
  expect(code).toBe(1)
  expect(performance.now() - began).toBeLessThan(120_000)
})

test('a replica that is gone, a primary in its place, and a database without migrations are named', async () => {
  const url = await makeEmptyDatabase(app.config.DATABASE_URL)
  const gone = await callAdmin(['doctor'], environment({ DATABASE_URL: url, DATABASE_READ_URL: 'postgres://nobody@127.0.0.1:1/nothing' }))
  expect(linesOf(gone.out, '✗ Replica').join()).toMatch(/127\.0\.0\.1:1 does not answer/)
  expect(gone.out).toMatch(/✗ Migrations: pending: .* and \d+ more\. Start/)
  expect(gone.out).toMatch(/– Jobs: not checked before the migrations[\s\S]*– Payouts: not checked before the migrations/)
  const primary = await callAdmin(['doctor'], environment({ DATABASE_READ_URL: url }))
  expect(linesOf(primary.out, '✗ Replica').join()).toMatch(/is no replica \(any more\)/)
})

test('an old server is refused, and the extensions are those of the migrations', () => {
  expect(versionFinding(170_002, '17.2')).toMatchObject({
    mark: '✗',
    text: 'PostgreSQL 17.2 is too old: upgrade the server to 18 or newer.',
  })
  const created = globSync('migrations/*.sql').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/create extension (?:if not exists )?(\w+)/g)].map(([, name]) => name),
  )
  expect(new Set(created)).toEqual(new Set(neededExtensions))
})
