import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPool } from '../db.ts'
import { openLog } from '../log.ts'
import { type MigrationStep, migrate } from './migrate.ts'

/** An empty database, and a folder of migrations that grows with the versions. */
async function openEmpty(first: Record<string, string>) {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  const url = new URL(inject('databaseUrl'))
  const server = openPool({ url: url.href, size: 1, log: openLog('silent') })
  await server.query(`create database ${name} template template0`)
  url.pathname = name
  const pool = openPool({ url: url.href, size: 3, log: openLog('silent') })
  const place = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(async () => {
    await pool.end()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
    await rm(place, { recursive: true })
  })
  const write = (files: Record<string, string>) =>
    Promise.all(Object.entries(files).map(([file, text]) => writeFile(join(place, file), `${text};\n`)))
  await write(first)
  const steps: MigrationStep[] = []
  const run = (isLast = false) => migrate(pool, { folder: pathToFileURL(`${place}/`), isLast, onStep: (step) => steps.push(step) })
  const done = async () => (await pool.query<{ name: string }>('select name from migrations order by name')).rows.map((row) => row.name)
  const remove = (file: string) => rm(join(place, file))
  return { pool, write, remove, run, done, steps }
}

const version1 = { '0192_jobs.sql': 'create table jobs (id integer, title text)' }
const version2 = {
  '0193_name.sql': 'alter table jobs add column name text',
  '0194_title.contract.sql': 'alter table jobs drop column title',
}

test('what the version before still reads is removed by the next version, or at the end of the upgrade', async () => {
  for (const end of ['next version', 'command'] as const) {
    const { pool, write, run, done } = await openEmpty(version1)
    await run()
    await write(version2)
    await run()
    expect(await done()).toEqual(['0192_jobs.sql', '0193_name.sql'])
    await pool.query("insert into jobs (id, title) values (1, 'by the version before')")
    if (end === 'next version') await write({ '0195_town.sql': 'alter table jobs add column town text' })
    await run(end === 'command')
    expect((await done()).slice(0, 3)).toEqual(['0192_jobs.sql', '0193_name.sql', '0194_title.contract.sql'])
  }
})

test('an empty database gets everything at once', async () => {
  const { run, done } = await openEmpty({ ...version1, ...version2 })
  await run()
  expect(await done()).toEqual(['0192_jobs.sql', '0193_name.sql', '0194_title.contract.sql'])
})

test('the version before starts on the newer schema until something is removed', async () => {
  const { write, remove, run } = await openEmpty(version1)
  await run()
  await write(version2)
  await run()
  await remove('0193_name.sql')
  await remove('0194_title.contract.sql')
  await run()
  await write(version2)
  await run(true)
  await remove('0194_title.contract.sql')
  await expect(run()).rejects.toThrow('another version of Handschlag (0194_title.contract.sql)')
})

test('an applied migration that was edited is refused', async () => {
  const { write, run } = await openEmpty(version1)
  await run()
  await write({ '0192_jobs.sql': 'create table jobs (id bigint)' })
  await expect(run()).rejects.toThrow('another version of Handschlag (0192_jobs.sql)')
})

test('a fault keeps the migrations before it, and nothing of its own', async () => {
  const { write, run, done, pool } = await openEmpty({ ...version1, '0193_bad.sql': 'create table half (id integer); select 1 / 0' })
  await expect(run()).rejects.toThrow('division by zero')
  expect(await done()).toEqual(['0192_jobs.sql'])
  expect((await pool.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }])
  await write({ '0193_bad.sql': 'create table half (id integer)' })
  await run()
  expect(await done()).toEqual(['0192_jobs.sql', '0193_bad.sql'])
})

test('behind a long read a migration lets the others pass, and tries again', async () => {
  const { pool, write, run, steps } = await openEmpty(version1)
  await run()
  await write({ '0193_name.sql': 'alter table jobs add column name text' })
  const reader = await pool.connect()
  await reader.query('begin; select from jobs')
  const migrating = run()
  await expect.poll(() => steps.filter((step) => 'waitsForLock' in step).length, { timeout: 20_000 }).toBeGreaterThan(0)
  await pool.query('insert into jobs (id) values (1)')
  await reader.query('commit')
  reader.release()
  await migrating
  expect(steps.at(-1)).toMatchObject({ name: '0193_name.sql', ms: expect.any(Number) })
})

test('an index is built beside the writers, outside a transaction', async () => {
  const { pool, write, run, done } = await openEmpty(version1)
  await run()
  const statements = ['drop index concurrently if exists jobs_id', 'create index concurrently jobs_id on jobs (id)']
  await write({ '0193_index.sql': ['-- outside a transaction', statements.join(';\n')].join('\n') })
  await run()
  expect(await done()).toContain('0193_index.sql')
  const { rows } = await pool.query("select indisvalid from pg_index where indexrelid = 'jobs_id'::regclass")
  expect(rows).toEqual([{ indisvalid: true }])
})

test('an index that an aborted attempt left unfinished is built anew', async () => {
  const { pool, write, run } = await openEmpty(version1)
  await run()
  await pool.query('insert into jobs (id) values (1), (1)')
  await write({ '0193_index.sql': '-- outside a transaction\ncreate unique index concurrently if not exists jobs_id on jobs (id)' })
  await expect(run()).rejects.toMatchObject({ code: '23505' })
  await pool.query('delete from jobs')
  await run()
  const { rows } = await pool.query("select indisvalid from pg_index where indexrelid = 'jobs_id'::regclass")
  expect(rows).toEqual([{ indisvalid: true }])
})

test('of two servers that start at once each migration is applied by one', async () => {
  const { run, steps } = await openEmpty({ ...version1, ...version2 })
  await Promise.all([run(), run()])
  expect(steps.map(({ name }) => name).sort()).toEqual(['0192_jobs.sql', '0193_name.sql', '0194_title.contract.sql'])
})

test('an index is built beside the writers while another server waits for its turn', async () => {
  const { pool, write, run, steps } = await openEmpty(version1)
  await run()
  const statement = 'create index concurrently jobs_id on jobs (id)'
  await write({ '0193_index.sql': `-- outside a transaction\n${statement}` })
  const writer = await pool.connect()
  await writer.query('begin; insert into jobs (id) values (1)')
  const first = run()
  const waiting =
    'select count(*)::int as waiting from pg_stat_activity where query like $1 and wait_event = $2 and datname = current_database()'
  const isBuilding = async () => (await pool.query(waiting, [`%${statement}%`, 'virtualxid'])).rows[0].waiting
  await expect.poll(isBuilding, { timeout: 30_000 }).toBe(1)
  const second = run()
  // PostgreSQL ends a circle of waiting after one second.
  await pause(1_500)
  await writer.query('commit')
  writer.release()
  await Promise.all([first, second])
  expect(steps.map(({ name }) => name)).toEqual(['0192_jobs.sql', '0193_index.sql'])
})
