import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase, openPool } from '#src/platform/server/db.ts'
import { makeCompany } from '../factories.ts'
import { openTestApp } from '../testApp.ts'
import { type Definition, dumpRows, dumpSchema, loadRows, restoreSchema, uncovered } from './schemaDump.ts'

/**
 * The embedded PostgreSQL has no pg_dump, so this test does the same with the server's functions (`pg_get_functiondef` and the like): it
 * writes every definition, creates all of them in an empty database, and copies the rows.
 */
const { app } = await openTestApp()
const source = app.config.DATABASE_URL ?? ''
const name = `restored_${randomBytes(8).toString('hex')}`
const target = Object.assign(new URL(source), { pathname: `/${name}` }).href

const admin = await connect(source)
await admin.query(`create database ${name} template template0`)
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
})

test('a dump is restored: the same schema, the same rows, and companies can be saved and found', async () => {
  expect((await admin.query(uncovered)).rows).toEqual([])
  const dump = await dumpSchema(admin)
  const restored = await connect(target)
  onTestFinished(() => restored.end())
  const rows = await dumpRows(admin)
  const failures = await restoreSchema(restored, dump, () => loadRows(restored, rows))
  expect(failures).toEqual([])
  expect((await dumpSchema(restored)).map(plain)).toEqual(dump.map(plain))

  const pool = openPool({ url: target, size: 2, log: app.log })
  onTestFinished(() => pool.end())
  const db = openDatabase(pool)
  const company = await makeCompany({ ...app, pool, db })
  const found = await db.selectFrom('searchCompanies').select('companyId').execute()
  expect(found).toEqual([{ companyId: company.id }])
})

/** Normalization: after a restore, expressions lose parentheses and gain column names. */
const plain = (one: Definition) => ({ ...one, sql: one.sql.replace(/[()]| AS "?\w+"?/g, '') })

async function connect(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  return client
}
