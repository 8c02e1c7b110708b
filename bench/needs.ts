import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { matchCompanies } from '#src/search/query/matchActions.ts'
import { emptyQuery, type FoundPlace } from '#src/search/query/rules.ts'
import { openApp } from './app.ts'
import { type Alone, quantile } from './measure.ts'
import { openProduct } from './product.ts'

/** `services`: ids of the catalogue, the best first. */
type Wish = { query: string; category: string[]; services?: string[]; trades?: string[] }

const read = (file: string | URL): unknown => JSON.parse(readFileSync(file, 'utf8'))
const beside = (name: string) => new URL(`search/${name}`, import.meta.url)
const { queries: needs } = read(beside('needs.json')) as { queries: Wish[] }
/** Written for tuning, unlike the needs: `misses` lists those of them, and of files that are named. */
const wishes = read(beside('wishes.json')) as Wish[]

/**
 * What is found on the living demo for needs as people say them: the exit code is 1 when a goal is missed. Arguments: `misses`, and files as
 * needs.json, which are then measured instead.
 */
export async function open(words: string[]): Promise<Alone> {
  const files = words.filter((word) => word.endsWith('.json'))
  const named = Object.fromEntries(files.map((file) => [file, (read(file) as { queries: Wish[] }).queries]))
  const measured: Record<string, Wish[]> = files.length > 0 ? named : { needs, wishes }
  const product = await openProduct({ DEMO: '1' })
  const { db } = openApp(product.databaseUrl, join(resolve('.cache'), `bench.${process.pid}.files`))
  const categories = new Map(
    (await db.selectFrom('companies').select(['id', 'companyName', 'category']).execute()).map((one) => [one.id, one]),
  )
  const offered = new Set(
    (
      await db
        .selectFrom('services')
        .innerJoin('catalogueServices', 'catalogueServices.id', 'services.catalogueId')
        .select('tradeId')
        .distinct()
        .execute()
    ).map(({ tradeId }) => tradeId),
  )
  const tradeOf = new Map(
    (await db.selectFrom('catalogueServices').select(['id', 'tradeId']).execute()).map(({ id, tradeId }) => [id, tradeId]),
  )
  const doing = await db
    .selectFrom('services')
    .innerJoin('catalogueServices', 'catalogueServices.id', 'services.catalogueId')
    .select(['companyId', 'tradeId'])
    .execute()
  const tradesOf = Map.groupBy(doing, ({ companyId }) => companyId)
  /** Whether a company does what is meant: its trade is, or else its category. */
  const isRight = ({ trades = [], category }: Wish, company: { id: string; category: string }) =>
    category.includes(company.category) || (tradesOf.get(company.id) ?? []).some(({ tradeId }) => trades.includes(tradeId))
  /** Whether somebody does it, near the place that was named; where no service is named, it is supposed. */
  const isOffered = async ({ services: [service] = [] }: Wish, place: FoundPlace | null) => {
    if (service === undefined || !offered.has(tradeOf.get(service) ?? '')) return service === undefined
    if (place === null) return true
    const { total } = await matchCompanies(db, { ...emptyQuery, service, location: place.label, limit: 1, offset: 0 })
    return total > 0
  }
  return { measure, close }

  async function close() {
    await db.destroy()
    await product.close()
  }

  async function measure() {
    for (const [name, all] of Object.entries(measured)) {
      const isListed = name !== 'needs' && words.includes('misses')
      const times: number[] = []
      const [found, rows, empty]: [number[], number[], number[]] = [[], [], []]
      let unfound = 0
      for (const wish of all) {
        const start = performance.now()
        const { cards, place } = await matchCompanies(db, { ...emptyQuery, q: wish.query, limit: 3, offset: 0 })
        times.push(performance.now() - start)
        const first = cards.flatMap(({ id }) => categories.get(id) ?? [])
        const right = first.filter((one) => isRight(wish, one)).length
        if (isListed && right < first.length + (wish.category.length > 0 && first.length === 0 ? 1 : 0))
          console.log(
            `     ${wish.query} [${wish.category}]: ${first.map(({ companyName, category }) => `${companyName} (${category})`).join(', ')}`,
          )
        if (wish.category.length === 0) empty.push(first.length === 0 ? 1 : 0)
        else if (await isOffered(wish, place)) {
          found.push(right > 0 ? 1 : 0)
          if (first.length === 0) unfound += 1
          if (first.length > 0) rows.push(right / first.length)
        }
      }
      // The wishes do not say which trade they mean, so that one which nobody in the demo does counts as missed: no goal.
      const check = name === 'needs' ? checkGoal : show
      check(`${name}: right among the first three`, mean(found), 0.95)
      check(`${name}: precision of the first three`, mean(rows), 0.9)
      check(`${name}: nobody where nobody does it`, mean(empty), 0.9)
      console.log(
        `     ${quantile(times, 0.5).toFixed(1)} ms (p50), ${quantile(times, 0.99).toFixed(1)} ms (p99), ${all.length} queries, ${unfound} of ${found.length} found nobody`,
      )
    }
  }
}

const show = (name: string, measured: number) => console.log(`     ${name.padEnd(40)} ${measured.toFixed(3)}`)

const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length

function checkGoal(name: string, measured: number, least: number) {
  if (measured < least) process.exitCode = 1
  console.log(`${measured < least ? 'MISS' : 'met '} ${name.padEnd(40)} ${measured.toFixed(3)} (at least ${least})`)
}
