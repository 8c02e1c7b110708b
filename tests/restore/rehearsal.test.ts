import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { migrate, migrationNames } from '#src/platform/server/database/migrate.ts'
import { openPool } from '#src/platform/server/db.ts'
import { openLog } from '#src/platform/server/log.ts'
import { listFiles } from '../../scripts/admin/backup/manifest.ts'
import { rehearseMigrations } from '../../scripts/admin/rehearsal/rehearse.ts'
import { callAdmin, makeEmptyDatabase } from '../adminCommand.ts'
import { type Dump, dumpName, dumpRows, dumpSchema } from './schemaDump.ts'

const folder = mkdtempSync(join(tmpdir(), 'handschlag-rehearsal-'))
const older = join(folder, 'migrations')
const programs = join(folder, 'bin')
/** The last migration of the version before, and the one that the rehearsal has to apply. */
const last = '0192_restores.sql'
const next = '0196_payment_methods.sql'

beforeAll(async () => {
  await mkdir(older)
  for (const name of await migrationNames()) if (name <= last) await copyFile(join('migrations', name), join(older, name))
  mkdirSync(programs)
  writeFileSync(
    join(programs, 'pg_restore'),
    `#!/bin/sh\nexec '${process.execPath}' '${resolve('tests/restore/restoreProgram.ts')}' "$@"\n`,
  )
  chmodSync(join(programs, 'pg_restore'), 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A database of the version before, changed by this SQL, and a folder with two backups, of which the newer is its own. */
async function openOlder(change = '') {
  const url = await makeEmptyDatabase(inject('databaseUrl'))
  const pool = openPool({ url, size: 2, log: openLog('silent') })
  onTestFinished(() => pool.end())
  await migrate(pool, { folder: pathToFileURL(`${older}/`) })
  await pool.query(change)
  const client = await pool.connect()
  const dump: Dump = { definitions: await dumpSchema(client), rows: await dumpRows(client) }
  client.release()
  const backups = mkdtempSync(join(folder, 'backups-'))
  await writeBackup(join(backups, 'earlier'), '2026-11-01T03:00:00.000Z', { definitions: [], rows: { tables: [], sequences: [] } })
  await writeBackup(join(backups, 'latest'), '2026-11-02T03:00:00.000Z', dump)
  mkdirSync(join(backups, 'cut-off'))
  const databases = async () =>
    (await pool.query<{ datname: string }>('select datname from pg_database')).rows.filter(({ datname }) => datname.endsWith('_rehearsal'))
  const rehearse = (...words: string[]) => callAdmin(['rehearse-upgrade', backups, ...words], environmentOf(url))
  return { url, pool, backups, rehearse, databases }
}

/** PSP and mail server of this environment do not exist: a call of either would fail. */
const environmentOf = (url: string) => ({
  PATH: programs,
  DATABASE_URL: url,
  STRIPE_SECRET_KEY: 'sk_test_none',
  STRIPE_API_URL: 'http://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  DATA_DIR: folder,
})

async function writeBackup(place: string, takenAt: string, dump: Dump) {
  mkdirSync(join(place, 'database'), { recursive: true })
  writeFileSync(join(place, 'database', dumpName), JSON.stringify(dump))
  const about = { takenAt, version: '1', postgres: '18.0', newestMigration: last, dataKeys: ['dev'], missing: [] }
  writeFileSync(join(place, 'manifest.json'), JSON.stringify({ ...about, files: await listFiles(place) }))
}

describe('rehearse-upgrade', () => {
  test('migrates a copy of the newest backup and prints times, locks and the audit; the live database stays as it is', async () => {
    const { pool, rehearse, databases, backups } = await openOlder()
    const { code, out, err } = await rehearse()
    expect([err, code]).toEqual(['', 0])
    expect(out).toMatch(`Backup ${join(backups, 'latest')}: taken 2026-11-02T03:00:00.000Z, version 1, ${last}.`)
    expect(out).toMatch(/\nMigrations to apply: \d+\.\n/)
    expect(out).toMatch(
      new RegExp(`\\n${next}: \\d+\\.\\d\\d s\\n {2}AccessExclusiveLock: bookings, checkouts \\(reads and writes wait\\)\\n`),
    )
    expect(out).toMatch(/Self-audit without the PSP: \d+\.\d\d s\.\n✓ No violation\.$/)
    expect((await pool.query('select max(name) as name from migrations')).rows).toEqual([{ name: last }])
    expect((await pool.query("select to_regclass('checkouts_processing') as index")).rows).toEqual([{ index: null }])
    expect(await databases()).toEqual([])
  })

  test('a migration that fails on the data is named, and a violated invariant, too; the copy is dropped', async () => {
    const broken = await openOlder('create index checkouts_processing on checkouts (id)')
    const failed = await broken.rehearse()
    expect(failed.code).toBe(1)
    expect(failed.out).toMatch(new RegExp(`\n✗ ${next} failed: relation "checkouts_processing" already exists\\.$`))
    expect(await broken.databases()).toEqual([])

    const unsound = await openOlder(`
      set session_replication_role = replica;
      with lonely as (insert into ledger_tx (kind, reference, occurred_at) values ('charge', 'pi_lonely', now()) returning id)
      insert into ledger_entry (tx_id, account, amount_cents) select id, 'psp_balance', 7 from lonely;
      reset session_replication_role`)
    const audited = await unsound.rehearse('--finish-upgrade')
    expect(audited.code).toBe(1)
    expect(audited.out).toMatch(new RegExp(`\n${next}: `))
    expect(audited.out).toMatch(/\n✗ ledgerTxSumsToZero, \S+: found 7 cents, expected 0 cents\./)
    expect(await unsound.databases()).toEqual([])
  })

  test('refuses a folder without a backup, a copy that exists, and a role without the right', async () => {
    const url = await makeEmptyDatabase(inject('databaseUrl'))
    const client = new pg.Client(url)
    await client.connect()
    const rehearse = (place: string, address = url) => callAdmin(['rehearse-upgrade', place], environmentOf(address))
    expect((await rehearse(programs)).err).toBe(`${programs} has no manifest.json, nor has a folder in it: take a backup first.`)
    const backup = mkdtempSync(join(folder, 'backup-'))
    await writeBackup(backup, '2026-11-02T03:00:00.000Z', { definitions: [], rows: { tables: [], sequences: [] } })
    const copy = `${new URL(url).pathname.slice(1)}_rehearsal`
    await client.query(`create database ${copy} template template0`)
    expect((await rehearse(backup)).err).toMatch(new RegExp(`^The database ${copy} exists, `))
    await client.query(`drop database ${copy}`)
    const role = copy.slice(0, 20)
    await client.query(`create role ${role} login password 'x'`)
    expect((await rehearse(backup, Object.assign(new URL(url), { username: role, password: 'x' }).href)).err).toMatch(
      /may not create databases/,
    )
    await client.query(`drop role ${role}`)
    await client.end()
  })
})

test('contracting migrations of this version are left, or applied at the end of the upgrade', async () => {
  const pool = openPool({ url: await makeEmptyDatabase(inject('databaseUrl')), size: 3, log: openLog('silent') })
  onTestFinished(() => pool.end())
  const place = mkdtempSync(join(folder, 'versions-'))
  const write = (name: string, text: string) => writeFileSync(join(place, name), text)
  write('0192_jobs.sql', 'create table jobs (id integer primary key, title text);')
  const own = pathToFileURL(`${place}/`)
  await migrate(pool, { folder: own })
  write('0193_notes.sql', 'create table notes (job_id integer references jobs);')
  write('0194_index.sql', '-- outside a transaction\ncreate index concurrently jobs_title on jobs (title);\n')
  write('0195_title.contract.sql', 'alter table jobs drop column title;')
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(String(line).replace(/\d\.\d\d s/, 'T s')))
  expect(await rehearseMigrations(pool, { isLast: false, folder: own })).toBe(true)
  expect(printed).toEqual([
    'Migrations to apply: 2.',
    '0193_notes.sql: T s',
    '  ShareRowExclusiveLock: jobs (writes wait)',
    '0194_index.sql: T s',
    '  outside a transaction: its locks were not read',
    "All together, with the job queue's own: T s.",
    '0195_title.contract.sql: left for --finish-upgrade',
  ])
  printed.length = 0
  expect(await rehearseMigrations(pool, { isLast: true, folder: own })).toBe(true)
  expect(printed.slice(1, 3)).toEqual(['0195_title.contract.sql: T s', '  AccessExclusiveLock: jobs (reads and writes wait)'])
  log.mockRestore()
})
