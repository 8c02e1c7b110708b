import pg from 'pg'
import type { Benchmark } from './measure.ts'
import { ask, measureProduct } from './product.ts'

const requestsPerRound = 20
const questions = [
  { search_term: 'Reinigung', location_filter: 'Hamburg' },
  { search_term: 'elektro' },
  { category_filter: 'Garten' },
  { search_term: 'büro', location_filter: 'Berlin' },
]

/** Search through the HTTP face on N companies (default 10,000), against a request that does `select 1`. */
export const open = ([count = '10000']: string[]): Promise<Benchmark> =>
  measureProduct({ DEMO: '1' }, async ({ address, databaseUrl }) => {
    const total = await multiplyCompanies(databaseUrl, Number(count))
    const search = `${address}/rest/v1/rpc/search_companies_safe`
    return {
      title: `search_companies_safe on ${total} companies against a request that does select 1`,
      baseline: () => repeat(() => ask(`${address}/readyz`)),
      measured: () => repeat((step) => ask(search, { body: questions[step % questions.length] })),
    }
  })

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
