import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { matchesHash } from '#src/backoffice/admin/signIn/passwordActions.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { enqueueEncryptedMail } from '#src/platform/server/mail/mail.ts'
import { listFiles } from '../scripts/admin/backup/manifest.ts'
import { commands } from '../scripts/admin/commands.ts'
import { helpText } from '../scripts/admin/help.ts'
import { callAdmin, makeEmptyDatabase, spawnAdmin } from './adminCommand.ts'
import { makeCompany, makeOwner, makeUser } from './factories.ts'
import { openTestApp } from './testApp.ts'

const testApp = await openTestApp({ ADMIN_PASSWORD: 'Ein langes Admin-Passwort', LIMITS_FACTOR: '1' })
const { app, inbox, sandbox, newVisitor } = testApp
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'handschlag-admin-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const admin = (words: readonly string[], others: Record<string, string> = {}) =>
  callAdmin(words, {
    DATABASE_URL: app.config.DATABASE_URL ?? '',
    STRIPE_SECRET_KEY: app.config.stripe.secretKey,
    STRIPE_API_URL: sandbox.url,
    SMTP_URL: inbox.smtpUrl,
    DATA_DIR: folder,
    ...others,
  })
const listAudited = () => app.db.selectFrom('auditLog').select(['actor', 'action', 'objectType', 'objectId']).execute()

describe('the help', () => {
  test('names every command once, with or without the word, and each has its own', async () => {
    for (const words of [[], ['help'], ['--help']]) expect(await callAdmin(words)).toEqual({ code: 0, out: helpText(), err: '' })
    const { out, code } = await callAdmin(['rebuild-search', '--help'])
    expect(out).toMatch(/^npm run admin -- rebuild-search \[--order\]\n\nrebuilds the search's table\.\n/)
    expect(code).toBe(0)
  })

  test("is the table of the operator's guide", () => {
    const rows = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^\| `npm run admin -- (.+?)` \| (.+) \|$/gm)]
    const written = rows.map(([, call, summary]) => [call?.replaceAll('\\|', '|'), summary])
    expect(written).toEqual(commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary]))
  })

  test('a wrong call is one sentence and exit code 2', async () => {
    expect(await callAdmin(['dance'])).toMatchObject({
      code: 2,
      out: '',
      err: "There is no command 'dance': `npm run admin -- help` lists all.",
    })
    const calls = [['import-places'], ['doctor', 'now'], ['rebuild-search', '--fast'], ['jobs', 'dance'], ['jobs', 'retry']]
    for (const words of calls) {
      const result = await callAdmin(words)
      expect(result.code).toBe(2)
      expect(result.err).toMatch(/^[^\n]+\. Usage: npm run admin -- [^\n]+$/)
    }
  })

  test('a wrong configuration or a missing database is a sentence and exit code 1', async () => {
    const wrong = await admin(['self-audit'], { PORT: 'x' })
    expect(wrong).toMatchObject({ code: 1, err: 'Incomplete or wrong configuration:\n  – PORT must be a whole number from 1 to 65535' })
    const down = await admin(['jobs', 'list'], { DATABASE_URL: 'postgres://127.0.0.1:1/x' })
    expect([down.err, down.code]).toEqual([expect.stringMatching(/^The database does not answer: .*ECONNREFUSED[^\n]*\.$/), 1])
  })
})

test('create-operator, a process of its own, prints the lines of the environment, and refuses a short password', async () => {
  const [{ out, code }, asked] = await Promise.all([
    spawnAdmin(['create-operator', 'chef@markt.example'], 'Ein sehr langes Passwort\n'),
    spawnAdmin(['create-operator'], 'chef@markt.example\nzu kurz\n'),
  ])
  const [, hash = ''] = /^ADMIN_EMAIL=chef@markt\.example\nADMIN_PASSWORD_HASH='(\$argon2id\$[^']+)'$/.exec(out) ?? []
  expect(await matchesHash('Ein sehr langes Passwort', hash)).toBe(true)
  expect(code).toBe(0)
  expect(asked).toMatchObject({ code: 1, out: '', err: 'The password must have at least 12 characters.' })
  expect(await callAdmin(['create-operator', 'chef'])).toMatchObject({ code: 1, err: "'chef' is no e-mail address." })
})

describe('unlock', () => {
  const secretKey = app.config.secretKey
  test("ends the operator's lock, says what it ended, and is audited", async () => {
    const visitor = newVisitor('198.51.100.60')
    for (let one = 0; one < 6; one++) await visitor.call('verify-admin-code', { code: 'falsch' })
    expect((await visitor.call('verify-admin-code', { code: 'Ein langes Admin-Passwort' })).status).toBe(429)
    const { out, code } = await admin(['unlock'], { SECRET_KEY: secretKey })
    expect(out).toMatch(
      /^Ended for sign-ins of the operator:\n {2}passwords of the operator by address: \d+\n {2}passwords of the operator from all/,
    )
    expect(code).toBe(0)
    expect((await visitor.call('verify-admin-code', { code: 'Ein langes Admin-Passwort' })).status).toBe(200)
    expect(await listAudited()).toEqual([
      { actor: expect.stringMatching(/^system:./), action: 'admin.unlock', objectType: 'signIn', objectId: 'operator' },
    ])
    expect((await admin(['unlock'], { SECRET_KEY: secretKey })).out).toMatch(/passwords of the operator by address: 1/)
    expect((await admin(['unlock'], { SECRET_KEY: secretKey })).out).toBe('No sign-in of the operator was counted or locked.')
  })

  test('ends the lock of one account, and of one connection; another stays', async () => {
    const user = await makeUser(app)
    await makeUser(app, { email: 'andere@kunde.example' })
    for (const email of [user.email, 'andere@kunde.example'])
      for (let one = 0; one < 6; one++) await newVisitor().call('auth/sign-in', { email, password: 'Falsche-Tasse-1' })
    const { out } = await admin(['unlock', user.email.toUpperCase()], { SECRET_KEY: secretKey })
    expect(out).toMatch(/wrong passwords: 5/)
    const signIn = (email: string) => newVisitor().call('auth/sign-in', { email, password: 'Blaue-Tasse-7' })
    expect((await signIn(user.email)).status).toBe(200)
    expect((await signIn('andere@kunde.example')).status).toBe(429)
    const connection = await admin(['unlock', '198.51.100.7'], { SECRET_KEY: secretKey })
    expect(connection.out).toMatch(/sign-ins by this connection: \d+/)
    expect((await listAudited()).map(({ objectId }) => objectId)).toEqual([user.id, '198.51.100.0/24'])
    expect((await admin(['unlock', 'here'])).err).toBe("'here' is neither an e-mail address nor an IP address.")
  })
})

describe('jobs', () => {
  test('are listed without what a mail carries, run again, and removed; running ones stay', async () => {
    const mail = { to: 'katrin@kunde.example', occasion: 'test:secret:4711', subject: 'Ihr Code 246810', blocks: [] }
    await enqueueEncryptedMail(app, app.db, mail)
    for (const _ of [1, 2, 3])
      await enqueue(app.db, { name: 'test.unknown', payload: { iban: 'DE02' }, runAt: new Date(Date.now() + 3_600_000) })
    const refusal = 'Error: refused katrin@kunde.example https://markt.example/x?token_hash=abc code 246810'
    await sql`
      select graphile_worker.permanently_fail_jobs(array_agg(id), ${refusal}::text)
      from graphile_worker.jobs
      where task_identifier = 'mails.sendSecret'`.execute(app.db)
    const { out } = await admin(['jobs', 'list'])
    expect(out.split('\n').map((line) => line.split(/\s{2,}/).slice(1, 2))).toEqual([['ended'], ['planned'], ['planned'], ['planned']])
    expect(out).toContain('mails.sendSecret  (Error: refused [Adresse] … code …)')
    expect(out).not.toMatch(/katrin|246810|token_hash|DE02|4711/)

    const [mailLine = ''] = out.split('\n')
    const again = await admin(['jobs', 'retry', mailLine.split(' ')[0] ?? ''])
    expect([again.out, again.code]).toEqual(['1 run again now (mails.sendSecret).', 0])
    await testApp.runJobs().catch(() => undefined)
    expect(inbox.mails().map(({ subject }) => subject)).toEqual(['Ihr Code 246810'])

    await sql`select graphile_worker.reschedule_jobs(array[min(id)], run_at := now()) from graphile_worker.jobs`.execute(app.db)
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const running = runOnce({
      pgPool: app.pool,
      noHandleSignals: true,
      taskList: {
        'test.unknown': async () => {
          begin()
          await mayEnd
        },
      },
    })
    await begun
    const removed = await admin(['jobs', 'cancel', 'test.unknown'])
    expect(removed.out).toBe('2 removed (test.unknown).\n1 are running and were not changed.')
    expect((await admin(['jobs', 'list', 'test.unknown'])).out).toMatch(/^\d+ +running +/)
    end()
    await running
    expect((await listAudited()).map(({ action, objectId }) => [action, objectId])).toEqual([
      ['jobs.retry', expect.stringMatching(/^\d+$/)],
      ['jobs.cancel', 'test.unknown'],
    ])
    expect(await admin(['jobs', 'cancel', 'test.other'])).toMatchObject({
      code: 1,
      err: "No job has the id or name 'test.other': `npm run admin -- jobs list` shows all.",
    })
  })
})

test('self-audit finds nothing in sound books, and names a violation in others', async () => {
  const sound = await admin(['self-audit'])
  expect([sound.out, sound.code]).toEqual(['Ledger 0 cents, PSP 0 cents.\n✓ No violation.', 0])
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const values = { kind: 'charge', reference: 'pi_lonely', occurredAt: app.now() }
    const { id } = await tx.insertInto('ledgerTx').values(values).returning('id').executeTakeFirstOrThrow()
    await tx.insertInto('ledgerEntry').values({ txId: id, account: 'psp_balance', amountCents: 7 }).execute()
  })
  const { out, code } = await admin(['self-audit'])
  expect(out).toMatch(/^Ledger 7 cents, PSP 0 cents\.\n✗ /)
  expect(code).toBe(1)
  expect((await listAudited()).map(({ action }) => action)).toEqual(['payments.selfAudit', 'payments.selfAudit'])
})

test('export-company writes what is stored about a company and its owner, for this user alone', async () => {
  const company = await makeCompany(app, { companyName: 'Malerei Blau' })
  const owner = await makeOwner(app, company.id)
  const file = join(folder, 'export.json')
  const { out, code } = await admin(['export-company', company.id, file])
  expect([out, code]).toEqual([`${file} is written.`, 0])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const data = JSON.parse(readFileSync(file, 'utf8'))
  expect(data.account).toMatchObject({ id: owner.id, email: owner.email })
  expect(JSON.stringify(data.companies)).toContain('Malerei Blau')
  expect(Object.keys(data)).toEqual(expect.arrayContaining([...Object.keys(app.hooks.exportPerson), 'sessions', 'securityEvents']))
  expect(await listAudited()).toMatchObject([{ action: 'companies.export', objectType: 'company', objectId: company.id }])

  expect((await admin(['export-company', company.id, file])).err).toBe(`${file} exists already: choose another name.`)
  const ownerless = await makeCompany(app, { userId: null })
  expect((await admin(['export-company', ownerless.id, join(folder, 'b')])).err).toMatch(/has no account of an owner/)
  expect((await admin(['export-company', '7', join(folder, 'b')])).err).toMatch(/^'7' is no id of a company/)
  expect(existsSync(join(folder, 'b'))).toBe(false)
  expect(await listAudited()).toHaveLength(1)
})

test('rotate-keys and rebuild-search run beside the product; a missing file and a live key are refused', async () => {
  await makeCompany(app)
  const results = [
    await admin(['rotate-keys']),
    await admin(['rebuild-search', '--order']),
    await admin(['import-places', join(folder, 'missing')]),
    await admin(['stripe-check'], { STRIPE_SECRET_KEY: 'sk_live_x' }),
  ]
  expect(results.map(({ code }) => code)).toEqual([0, 0, 1, 1])
  expect(results[0]?.out).toMatch(/^0 re-encrypted with key 'dev'\.$/)
  expect(results[1]?.out).toMatch(/1 of 1 companies\nOrdering the rows …$/)
  expect(results[2]?.err).toMatch(/missing cannot be imported: ENOENT/)
  expect(results[3]?.err).toBe('STRIPE_SECRET_KEY must be a test-mode key (sk_test_… or rk_test_…).')
})

describe('backup and restore', () => {
  test('refuse without the programs, with old ones, a full folder, a full database, and what is no backup', async () => {
    const programs = join(folder, 'bin')
    mkdirSync(programs)
    const backup = (environment = {}) => admin(['backup', join(folder, 'backup')], environment)
    expect((await backup({ PATH: programs })).err).toBe('pg_dump is not on PATH: install the client programs of PostgreSQL 18 or newer.')
    writeFileSync(join(programs, 'pg_dump'), '#!/bin/sh\necho "pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"\n')
    chmodSync(join(programs, 'pg_dump'), 0o755)
    expect((await backup({ PATH: `${programs}:/bin` })).err).toBe(
      'pg_dump is of PostgreSQL 15, the server of 18: install the client programs of 18 or newer.',
    )
    expect((await admin(['restore', folder])).err).toBe('The database is not empty: create a new one and name it in DATABASE_URL.')
    expect(existsSync(join(folder, 'backup'))).toBe(false)
  })

  test('restore checks the whole folder before it writes anything', async () => {
    const url = await makeEmptyDatabase(app.config.DATABASE_URL)
    const backup = join(folder, 'backup')
    mkdirSync(join(backup, 'uploads/attachments'), { recursive: true })
    const upload = join(backup, 'uploads/attachments/1')
    writeFileSync(upload, 'Plan')
    const restore = (environment = {}) => admin(['restore', backup], { DATABASE_URL: url, ...environment })
    expect((await restore()).err).toBe(`${backup} has no manifest.json: it is no backup, or one that was cut off.`)
    const manifest = {
      ...{ takenAt: new Date().toISOString(), version: '1', postgres: '18.1', newestMigration: '0001_machine.sql' },
      ...{ dataKeys: ['dev'], missing: [], files: await listFiles(backup) },
    }
    const writeManifest = (change: object) => writeFileSync(join(backup, 'manifest.json'), JSON.stringify({ ...manifest, ...change }))
    writeManifest({ newestMigration: '9999_future.sql' })
    expect((await restore()).err).toBe('The backup is of a newer version (9999_future.sql): deploy that version first.')
    writeManifest({ dataKeys: ['dev', 'k7'] })
    expect((await restore()).err).toMatch(/^DATA_KEYS lacks k7, /)
    writeManifest({})
    expect((await restore({ PATH: folder })).err).toBe('pg_restore is not on PATH: install the client programs of PostgreSQL 18 or newer.')
    writeFileSync(upload, 'Plam')
    expect((await restore()).err).toBe('uploads/attachments/1 of the backup was changed: take another one.')
    rmSync(upload)
    expect((await restore()).err).toBe('The backup lacks uploads/attachments/1: take another one.')
    expect(existsSync(join(folder, 'files'))).toBe(false)
  })
})
