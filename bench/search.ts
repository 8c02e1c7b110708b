import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { startLocalDatabase } from '#src/server/localDatabase.ts'
import { findFreePortBlock } from '../scripts/ports.ts'
import { answersOk, startProgram, waitUntilReady } from '../scripts/programs.ts'
import type { Benchmark } from './measure.ts'

const requestsPerRound = 20
const questions = [
  { search_term: 'Reinigung', location_filter: 'Hamburg' },
  { search_term: 'elektro' },
  { category_filter: 'Garten' },
  { search_term: 'büro', location_filter: 'Berlin' },
]

/** Search through the HTTP face on N companies (default 10,000), against a request that does `select 1`. */
export async function open([count = '10000']: string[]): Promise<Benchmark> {
  const folder = resolve(`.cache/bench.${process.pid}`)
  const database = await startLocalDatabase({ folder: join(folder, 'postgres'), isThrowaway: true })
  const port = await findFreePortBlock(4)
  const address = `http://127.0.0.1:${port}`
  const environment = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    DEMO: '1',
    LIMITS_FACTOR: '1000000',
    LOG_LEVEL: 'error',
  }
  const product = startProgram({ name: 'Das Produkt', file: 'scripts/start.ts', environment })
  const close = async () => {
    await product.stop(30_000)
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(product, () => answersOk(`${address}/readyz`))
    const total = await multiplyCompanies(database.url, Number(count))
    return {
      title: `search_companies_safe on ${total} companies against a request that does select 1`,
      baseline: () => repeat(() => ask(`${address}/readyz`)),
      measured: () => repeat((step) => ask(`${address}/rest/v1/rpc/search_companies_safe`, questions[step % questions.length])),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Copies of the demo's companies under names of their own, until there are `count`. */
async function multiplyCompanies(url: string, count: number) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(
    `insert into companies (company_name, category, description, location, postcode, town, contact_person, email, phone, subscription_status, verified)
    select company_name || ' ' || copy, category, description, location, postcode, town, contact_person, copy || '.' || email, phone, 'active', true
    from companies, generate_series(1, 1 + $1 / (select count(*) from companies)) as copy
    limit greatest($1 - (select count(*) from companies), 0)`,
    [count],
  )
  await client.query('vacuum analyze companies')
  const counted = await client.query('select count(*) from companies where is_listed')
  await client.end()
  return Number(counted.rows[0].count)
}

async function repeat(step: (index: number) => Promise<void>) {
  for (let index = 0; index < requestsPerRound; index += 1) await step(index)
}

async function ask(url: string, body?: object) {
  const answer = await fetch(
    url,
    body
      ? {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: new URL(url).origin.replace('127.0.0.1', 'localhost') },
          body: JSON.stringify(body),
        }
      : {},
  )
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
