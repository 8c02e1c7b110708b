import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startLocalDatabase } from '#src/platform/server/database/localDatabase.ts'
import { claimDataFolder } from '../scripts/dataFolder.ts'
import { findFreePortBlock } from '../scripts/ports.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hand schlag '))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function start(environment: Record<string, string>) {
  const port = await findFreePortBlock(4)
  const env = { PATH: process.env.PATH, PORT: String(port), DATA_DIR: join(folder, 'data'), ...environment }
  const { stderr, status } = spawnSync(process.execPath, ['scripts/start.ts'], { encoding: 'utf8', env })
  return { stderr: stderr.trim(), status }
}

const home = () => join(folder, 'postgres')
const startHere = () => startLocalDatabase({ folder: home(), isThrowaway: true })
const query = async (url: string, sql: string) => {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return (await client.query(sql).finally(() => client.end())).rows
}

describe('npm start says in one sentence', () => {
  test('which port is taken and how to choose another', async () => {
    const port = await findFreePortBlock(4)
    const other = createServer()
    await new Promise<void>((done) => other.listen(port + 2, '127.0.0.1', done))
    const { stderr, status } = await start({ PORT: String(port) })
    await new Promise((done) => other.close(done))
    expect(stderr).toBe(
      `Port ${port + 2} is already in use. Choose others, for example PORT=${port + 1000} npm start (PORT to PORT+3 are needed).`,
    )
    expect(status).toBe(1)
  })

  test('that the data folder cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { stderr, status } = await start({ DATA_DIR: join(folder, 'file/data') })
    expect(stderr).toBe(`The folder ${join(folder, 'file/data')} is not writable. Choose another one with DATA_DIR.`)
    expect(status).toBe(1)
  })

  test('that another start uses the data folder', async () => {
    const claim = await claimDataFolder(join(folder, 'data'))
    const { stderr, status } = await start({})
    claim.release()
    expect(stderr).toBe(
      `Another Handschlag already uses the folder ${join(folder, 'data')} (process ${process.pid}). Stop it, or choose another PORT and DATA_DIR.`,
    )
    expect(status).toBe(1)
  })

  test('what production needs', async () => {
    const { stderr, status } = await start({ APP_ENV: 'production' })
    expect(stderr).toMatch(/^Incomplete or wrong configuration:\n {2}– DATABASE_URL is missing\n/)
    expect(status).toBe(1)
  })
})

describe('a database that another version has made', () => {
  const serve = (url: string) => {
    const env = { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: join(folder, 'data') }
    const { stderr, status } = spawnSync(process.execPath, ['--conditions=development', 'src/main.ts'], {
      encoding: 'utf8',
      env,
      timeout: 90_000,
    })
    return { stderr: stderr.trim(), status }
  }

  test('is refused in one sentence that says what to do, and stays as it is to the byte', async () => {
    const database = await startHere()
    await query(database.url, 'create table migrations (name text primary key, at timestamptz not null default now())')
    await query(database.url, `insert into migrations (name) values ('0001_companies.sql'), ('0002_bookings.sql')`)
    await query(database.url, 'create table kept as select 42 as answer')
    const before = await query(database.url, everything)
    const { stderr, status } = serve(database.url)
    const after = await query(database.url, everything)
    await database.stop()
    expect(after).toEqual(before)
    expect(JSON.stringify(before)).toContain('answer')
    expect(stderr).toBe(
      'This database belongs to another version of Handschlag (0001_companies.sql): choose a new folder with DATA_DIR or an empty database with DATABASE_URL; the old one stays unchanged.',
    )
    expect(status).toBe(1)
  })
})

/** Schema objects and rows of a database, with the last transaction that wrote each row. */
const everything = `
  select
    ${['pg_namespace', 'pg_extension', 'migrations', 'kept'].map((table) => rowsOf(table, 'true')).join(', ')},
    ${['pg_class', 'pg_proc', 'pg_type', 'pg_constraint', 'pg_trigger'].map((table) => rowsOf(table, 'oid >= 16384')).join(', ')},
    ${rowsOf('pg_attribute', 'attrelid >= 16384')}`

function rowsOf(table: string, condition: string) {
  return `(select jsonb_agg(one.xmin::text || to_jsonb(one)::text order by one.ctid) from ${table} as one where ${condition}) as ${table}`
}

describe('the embedded database', () => {
  const pidFile = () => join(home(), 'cluster/postmaster.pid')
  const readPid = () => Number(readFileSync(pidFile(), 'utf8').split('\n')[0])

  test('keeps its data when it was killed, even if its number belongs to another process by now', async () => {
    const first = await startHere()
    await query(first.url, 'create table kept as select 42 as answer')
    await query(first.url, 'checkpoint')
    process.kill(readPid(), 'SIGKILL')
    await expect.poll(() => first.isRunning()).toBe(false)
    // With the same user: PostgreSQL takes only such a process for another server.
    const { uid, gid } = statSync(join(home(), 'cluster'))
    const stranger = spawn('sleep', ['60'], process.getuid?.() === 0 ? { uid, gid } : {})
    writeFileSync(pidFile(), readFileSync(pidFile(), 'utf8').replace(/^\d+/, String(stranger.pid)))
    const second = await startHere()
    stranger.kill()
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }])
    await second.stop()
    expect(second.isRunning()).toBe(false)
  })

  test('is taken over if it still runs, and stopped on request', async () => {
    const first = await startHere()
    const pid = readPid()
    const second = await startHere()
    expect([second.url, readPid()]).toEqual([first.url, pid])
    await second.stop()
    expect(first.isRunning()).toBe(false)
  })

  test('starts anew from an initdb that was cut off', async () => {
    mkdirSync(join(home(), 'cluster.999999999/base'), { recursive: true })
    mkdirSync(join(home(), 'cluster/base'), { recursive: true })
    const database = await startHere()
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await database.stop()
    expect(() => statSync(join(home(), 'cluster.999999999'))).toThrow('ENOENT')
  })

  test('requires its password, which only its owner can read; a lost one is replaced', async () => {
    const first = await startHere()
    const { password } = new URL(first.url)
    expect(statSync(join(home(), 'password')).mode & 0o777).toBe(0o600)
    await expect(query(first.url.replace(password, 'wrong'), 'select 1')).rejects.toThrow('password authentication failed')
    rmSync(join(home(), 'password'))
    const second = await startHere()
    expect(second.url).not.toContain(password)
    expect(await query(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
  })

  test('compares bytes, knows umlauts and sorts in German when asked', async () => {
    const database = await startHere()
    const sql = `select upper('äöü') as upper, 'Z' < 'a' as bytes, 'ä' < 'b' collate "de-x-icu" as german`
    expect(await query(database.url, sql)).toEqual([{ upper: 'ÄÖÜ', bytes: true, german: true }])
    await database.stop()
  })
})
