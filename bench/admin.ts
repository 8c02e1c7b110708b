import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Benchmark, quantile } from './measure.ts'
import { measureProduct } from './product.ts'
import { seedCrowd } from './seed.ts'

/** The longest acceptable wait of the operator in milliseconds, at the 95th percentile. */
const mostMs = 300

/** A list with its sort orders, searches that match few and many rows, and filters. */
type List = { name: string; sorts: string[]; searches?: string[]; filters?: object[] }
const lists: List[] = [
  {
    name: 'admin-list-bookings',
    sorts: ['newest', 'oldest', 'dateDesc', 'dateAsc', 'amountDesc', 'amountAsc', 'nameAsc', 'nameDesc'],
    searches: ['kunde4711@', 'Müller', 'Katrin Bergmann', 'Hafenkante', 'an'],
    filters: [{ status: 'confirmed' }, { payment: 'paid' }, { payment: 'pending' }, { from: '2026-01-01', to: '2026-03-31' }],
  },
  {
    name: 'admin-list-reviews',
    sorts: ['newest', 'oldest', 'starsDesc', 'starsAsc'],
    searches: ['wieder (17', 'Müller', 'Hafenkante', 'an'],
    filters: [{ stars: '5' }, { stars: '1' }],
  },
  {
    name: 'admin-list-revenues',
    sorts: ['grossDesc', 'grossAsc', 'feeDesc', 'shareAsc', 'bookingsDesc', 'rateDesc', 'nameAsc', 'nameDesc'],
    searches: ['Nr. 4711', 'Hafenkante', 'Hamburg'],
    filters: [{ period: 'month' }, { period: 'lastMonth' }, { period: 'year' }, { from: '2025-07-01', to: '2026-06-30' }],
  },
  {
    name: 'admin-list-payouts',
    sorts: ['newest', 'oldest', 'amountDesc', 'amountAsc'],
    filters: [{ status: 'completed' }, { status: 'failed' }],
  },
  {
    name: 'admin-list-providers',
    sorts: ['newest', 'oldest', 'nameAsc', 'nameDesc', 'locationAsc', 'categoryDesc'],
    searches: ['Nr. 4711', 'Hafenkante', 'an'],
    filters: [{ category: 'Reinigung' }, { verified: 'no' }, { plan: 'premium', status: 'active' }, { state: 'hidden' }],
  },
  {
    name: 'admin-list-audit',
    sorts: ['newest', 'oldest'],
    searches: ['4711', 'admin:7', 'request-4711'],
    filters: [{ action: 'payouts.run' }, { object: 'company' }, { actor: 'admin' }, { from: '2026-01-01', to: '2026-03-31' }],
  },
  { name: 'admin-list-mailing-recipients', sorts: [] },
]
const others = [
  { name: 'admin-stats', body: {} },
  { name: 'admin-overview', body: {} },
  { name: 'admin-revenues', body: {} },
  { name: 'admin-revenues', body: { period: 'year' } },
  { name: 'admin-revenues', body: { period: 'lastMonth', grain: 'week' } },
  { name: 'admin-check-revenues', body: {} },
  { name: 'admin-payout-stats', body: {} },
  { name: 'admin-health', body: {} },
]

type Case = { title: string; name: string; body: object; times: number[] }
type Post = (name: string, body: object) => Promise<{ total?: number }>

/**
 * Every list and every summary of the operator over N bookings (default 100,000), by HTTP: each order's first and last page, searches with
 * few and with many matches, filters. Prints each case compared with the first page of bookings of the same round; more than 300 ms at the
 * 95th percentile fails.
 */
export const open = ([count = '100000', rounds = '20']: string[]): Promise<Benchmark> =>
  measureProduct({ DEMO: 'small' }, async ({ address, databaseUrl }) => {
    const size = { companies: 5_000, bookings: Number(count), reviews: Number(count) / 5, auditRows: Number(count), withPayouts: true }
    console.log('seeded:', JSON.stringify(await seedCrowd(databaseUrl, size)))
    return measureAdmin({ address, databaseUrl }, Number(rounds))
  })

/** The same against a product that runs already. */
export async function measureAdmin({ address, databaseUrl }: { address: string; databaseUrl: string }, rounds: number) {
  const post = poster(address, await enterAsOperator(databaseUrl))
  const cases = await casesOf(post)
  const baseline = () => post('admin-list-bookings', {})
  const before: number[] = []
  for (let round = -2; round < rounds; round += 1) {
    const time = await timeOf(baseline)
    if (round >= 0) before.push(time)
    for (const one of cases) {
      const took = await timeOf(() => post(one.name, one.body))
      if (round >= 0) one.times.push(took)
    }
  }
  const slowest = say(cases, before)
  const again = async (work: () => Promise<unknown>) => void (await work())
  return {
    title: `the slowest, ${slowest.title}, against the first page of bookings`,
    baseline: () => again(baseline),
    measured: () => again(() => post(slowest.name, slowest.body)),
  }
}

/** Prints each case with its figures, the slowest first; returns that one. */
function say(cases: Case[], before: number[]) {
  const [usual, p95] = [quantile(before, 0.5), (one: Case) => quantile(one.times, 0.95)]
  console.log(`baseline, the first page of bookings: p50 ${usual.toFixed(0)} ms, p95 ${quantile(before, 0.95).toFixed(0)} ms`)
  const sorted = cases.toSorted((one, other) => p95(other) - p95(one))
  for (const one of sorted) {
    const [middle, late] = [quantile(one.times, 0.5), p95(one)]
    const mark = late > mostMs ? '✗' : '✓'
    console.log(
      `${mark} p50 ${middle.toFixed(0).padStart(4)} p95 ${late.toFixed(0).padStart(4)} ms, ratio ${(middle / usual).toFixed(1).padStart(4)}  ${one.title}`,
    )
  }
  const slow = sorted.filter((one) => p95(one) > mostMs)
  console.log(
    slow.length ? `${slow.length} of ${cases.length} cases take more than ${mostMs} ms` : `all ${cases.length} cases within ${mostMs} ms`,
  )
  if (slow.length) process.exitCode = 1
  const [slowest] = sorted
  if (!slowest) throw new Error('nothing was measured')
  return slowest
}

async function casesOf(post: Post): Promise<Case[]> {
  const ofLists: Case[][] = []
  for (const { name, sorts, searches = [], filters = [] } of lists) {
    const { total = 0 } = await post(name, {})
    const last = Math.max(1, Math.ceil(total / 25))
    const paged = (sorts.length ? sorts.map((sort) => ({ sort })) : [{}]).flatMap((body) => [body, { ...body, page: last }])
    const searched = searches.flatMap((search) => [{ search }, ...(sorts.includes('amountDesc') ? [{ search, sort: 'amountDesc' }] : [])])
    const filtered = filters.flatMap((filter) => [filter, { ...filter, sort: sorts.at(-1) }])
    ofLists.push([...paged, ...searched, ...filtered].map((body) => caseOf(name, body)))
  }
  return [...ofLists.flat(), ...others.map(({ name, body }) => caseOf(name, body))]
}

const caseOf = (name: string, body: object): Case => ({ title: `${name} ${JSON.stringify(body)}`, name, body, times: [] })

/** Calls like the operator's browser. */
const poster =
  (address: string, cookie: string): Post =>
  async (name, body) => {
    const origin = address.replace('127.0.0.1', 'localhost')
    const headers = { 'content-type': 'application/json', origin, cookie }
    const answer = await fetch(`${address}/functions/v1/${name}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const read = await answer.json()
    if (!answer.ok) throw new Error(`${name} ${JSON.stringify(body)} answered ${answer.status}: ${JSON.stringify(read)}`)
    return read
  }

/** Creates the session that password and code would give. */
/** The cookie of a session past both gates. */
export async function enterAsOperator(databaseUrl: string) {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('base64url')
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    `insert into admin_sessions (token_hash, state, created_at, expires_at) values ($1, 'authenticated', now(), now() + interval '2 hours')`,
    [hash],
  )
  await client.end()
  return `admin=${token}`
}

async function timeOf(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}
