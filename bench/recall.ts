import { readFileSync } from 'node:fs'
import { foldText } from '#src/kit/text.ts'
import { matchCompanies } from '#src/search/query/matchActions.ts'
import { countedUpTo, emptyQuery } from '#src/search/query/rules.ts'
import { holdIndex } from '#src/services/understanding/actions.ts'
import { saysNothing } from '#src/services/understanding/small.ts'
import { plainOf } from '#src/services/understanding/stem.ts'
import { understand } from '#src/services/understanding/understand.ts'
import { type Alone, quantile } from './measure.ts'
import { numbersFrom, trades } from './search/crowd.ts'
import type { Known } from './search/seed.ts'
import { openCrowd } from './search/stage.ts'

type Everyday = { q: string; place?: string; trades: string[]; town?: string }
type Wish = { query: string; category: string[] }
type Need = Wish & { trades: string[] }
type Side = { query: string; trades: string[] }
const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(`search/${name}`, import.meta.url), 'utf8'))
const { queries: needs } = read<{ queries: Need[] }>('needs.json')
/** Written for tuning, unlike the needs. */
const wishes = read<Wish[]>('wishes.json')
const everyday = read<Everyday[]>('everyday.json')
/**
 * Two sides each, written before the rules that tell them apart: for whose business a service is wanted, and whose business it is; what shops
 * and travel agencies have, and what is done to such a thing. Every other one was not looked at while those rules were found.
 */
const sides = read<Record<'customers' | 'owners' | 'wares' | 'things', Side[]>>('sides.json')

const parts = [
  'reinigung',
  'wartung',
  'pflege',
  'transport',
  'beratung',
  'umzug',
  'arbeiten',
  'dienst',
  'schnitt',
  'möbel',
  'hochzeit',
  'haus',
]
const pairs = [
  ['Tischlerei', 'Schreinerei'],
  ['Schornsteinfeger', 'Kaminkehrer'],
  ['Catering', 'Partyservice'],
  ['Wachdienst', 'Security'],
  ['Computer', 'PC'],
  ['Aufzug', 'Fahrstuhl'],
] as const
/** Words of trades with the trades of the catalogue that do it. */
const doersOf = new Map<string, string[]>()
for (const { names, services, catalogue } of trades) {
  for (const word of [...names, ...services]) {
    if (/^\p{L}{5,}$/u.test(word)) doersOf.set(word, [...(doersOf.get(word) ?? []), catalogue])
  }
}
const words = [...doersOf.keys()]
const catalogueOf = new Map(trades.map(({ trade, catalogue }) => [trade, catalogue]))
/** The label of a company is finer than what it offers: who checks heating and who builds coolers are one trade of the catalogue. */
const isOf = ({ trade }: Known, wanted: readonly string[]) => wanted.includes(catalogueOf.get(trade) ?? '')

const isRight = ({ category, trades: wanted }: Need, one: Known) => category.includes(one.category) || isOf(one, wanted)

/** Recall and precision of the search on the labelled crowd. */
export async function open(args: string[]): Promise<Alone> {
  const known = new Map<string, Known & { text: string }>()
  const crowd = await openCrowd(args, (batch) => {
    for (const one of batch) {
      known.set(one.id, { ...one, text: foldText([one.companyName, one.description, one.category].join('\n')) })
    }
  })
  const random = numbersFrom(11)
  let missed = 0

  return { measure, close: crowd.close }

  async function measure() {
    await checkReadings()
    check('compound parts', await mean(parts, contained), 1)
    check('substrings', await mean(drawSubstrings(200), contained), crowd.count < 1_000_000 ? 1 : 0.97)
    check(
      'umlaut spellings',
      await mean(
        words.filter((word) => /[äöüß]/i.test(word)),
        spellings,
      ),
      1,
    )
    check(
      'synonyms',
      await mean(
        pairs.flatMap(([a, b]) => [[a, b] as const, [b, a] as const]),
        synonyms,
      ),
      1,
    )
    check('typos of one edit', await mean(words, typo), 0.95)
    check(
      'first ten of trade words',
      await mean(
        trades.flatMap(({ catalogue, names }) =>
          names.map((q) => ({ q, trades: trades.flatMap((one) => (one.catalogue === catalogue ? one.trade : [])) })),
        ),
        report,
      ),
      0.95,
    )
    check('first ten, everyday', await mean(everyday, report), 0.95)
    // The crowd has less than half of the catalogue's trades: what nobody in it does cannot be found.
    const done = new Set(catalogueOf.values())
    const asked = needs.filter(({ trades: [likeliest = ''] }) => done.has(likeliest))
    check('needs: right in 3', await mean(asked, amongFirst), 0.95)
    check('needs: first 3 right', await mean(asked, firstRight), 0.9)
    check(
      'needs: nobody for nothing',
      await mean(
        needs.filter(({ category }) => category.length === 0),
        async ({ query }) => ((await find(query, { limit: 3 })).total === 0 ? 1 : 0),
      ),
      0.9,
    )
    console.log(missed ? `${missed} bounds missed` : 'every bound met')
    process.exitCode = missed ? 1 : 0
  }

  /** What the catalogue alone understands, whoever is in the crowd. */
  async function checkReadings() {
    const index = await holdIndex({ db: crowd.db })
    const { trades, services } = index.catalogue
    const categoryOf = new Map(trades.map(({ id, category }) => [id, category]))
    const tradeOf = new Map(services.map(({ id, tradeId }) => [id, tradeId]))
    const times: number[] = []
    const read = (query: string) => {
      const start = performance.now()
      const { services: meant, tradeIds, isTrade } = understand(query, index)
      times.push(performance.now() - start)
      const ofServices = meant.map(({ id }) => tradeOf.get(id) ?? '')
      return (isTrade ? [...tradeIds, ...ofServices] : [...ofServices, ...tradeIds]).slice(0, 3).map((id) => categoryOf.get(id) ?? '')
    }
    for (const [name, all] of [
      ['needs', needs],
      ['wishes', wishes],
    ] as const) {
      const asked = all.filter(({ category }) => category.length > 0)
      const others = all.filter(({ category }) => category.length === 0)
      const right = asked.filter(({ query, category }) => read(query).some((one) => category.includes(one)))
      check(`${name}: category understood`, right.length / asked.length, 0.95)
      check(`${name}: nothing understood`, others.filter(({ query }) => read(query).length === 0).length / others.length, 0.9)
    }
    const first = ({ query }: Side) => understand(query, index).likelyTradeIds[0]
    for (const [name, all] of Object.entries(sides)) {
      const right = all.filter((one) => (one.trades.length === 0 ? first(one) === undefined : one.trades.includes(first(one) ?? '')))
      check(`${name}: first trade`, right.length / all.length, 0.9)
    }
    console.log(`     understood in ${quantile(times, 0.5).toFixed(2)} ms (p50), ${quantile(times, 0.99).toFixed(2)} ms (p99)`)
  }

  async function amongFirst(need: Need): Promise<number> {
    const { companies } = await find(need.query, { limit: 3 })
    const isFound = companies.some((one) => isRight(need, one))
    if (!isFound) console.log(`     ${need.query}: ${companies.map(({ companyName, trade }) => `${companyName} (${trade})`)}`)
    return isFound ? 1 : 0
  }

  async function firstRight(need: Need) {
    const { companies } = await find(need.query, { limit: 3 })
    return companies.length === 0 ? 1 : companies.filter((one) => isRight(need, one)).length / companies.length
  }

  function check(name: string, measured: number, least: number) {
    if (measured < least) missed += 1
    console.log(`${measured < least ? 'MISS' : 'met '} ${name.padEnd(26)} ${measured.toFixed(3)} (at least ${least})`)
  }

  async function mean<T>(of: readonly T[], measureOne: (one: T) => Promise<number>) {
    let sum = 0
    for (const one of of) sum += await measureOne(one)
    return sum / of.length
  }

  async function find(q: string, { location = '', limit = countedUpTo }: { location?: string; limit?: number } = {}) {
    const { cards, total, understood } = await matchCompanies(crowd.db, { ...emptyQuery, q, location, limit, offset: 0 })
    return { total, understood, companies: cards.flatMap(({ id }) => known.get(id) ?? []) }
  }

  /**
   * The companies that contain it, at most as many as the list can hold. What is a need of its own is more than letters: 'Umzug' finds who moves
   * households, whether or not they write it so; what says nothing finds nobody.
   */
  async function contained(part: string) {
    const folded = foldText(part)
    const { total, companies, understood } = await find(part)
    if (saysNothing(plainOf(part), 1)) return total === 0 ? 1 : 0
    const isNeed = understood.services.length + understood.tradeIds.length > 0
    const { tradeOf } = await holdIndex({ db: crowd.db })
    const ofServices = understood.services.flatMap(({ id }) => tradeOf.get(id) ?? [])
    const does = (one: Known) =>
      isNeed && (isOf(one, [...understood.tradeIds, ...ofServices]) || understood.services.some(({ id }) => one.offers.includes(id)))
    const truth = [...known.values()].filter((one) => (isNeed ? does(one) : one.text.includes(folded))).length
    const right = companies.filter((one) => one.text.includes(folded) || does(one)).length
    const share = right / Math.max(1, isNeed ? companies.length : 0, Math.min(truth, countedUpTo))
    if (share < 1) console.log(`     ${part}: ${right} of ${companies.length} right, ${truth} are there${isNeed ? ', as a need' : ''}`)
    return share
  }

  function drawSubstrings(count: number) {
    const all = [...known.values()]
    return Array.from({ length: count }, () => {
      const { companyName, description } = all[Math.floor(random() * all.length)] ?? { companyName: 'Haus', description: 'Haus' }
      const letters = (random() < 0.5 ? companyName : description).match(/[\p{L}\d]{3,}/gu) ?? ['haus']
      const word = letters[Math.floor(random() * letters.length)] ?? 'haus'
      const at = Math.floor(random() * (word.length - 2))
      return word.slice(at, at + 3 + Math.floor(random() * 5))
    })
  }

  async function spellings(word: string) {
    const right = await find(word, { limit: 10 })
    const others = [
      word.replace(/ä/g, 'ae').replace(/ö/g, 'oe').replace(/ü/g, 'ue').replace(/Ä/g, 'Ae').replace(/Ü/g, 'Ue').replace(/ß/g, 'ss'),
      foldText(word),
      word.toUpperCase(),
    ]
    let same = 0
    for (const other of others) {
      const found = await find(other, { limit: 10 })
      const isSame = found.total === right.total && found.companies.every(({ id }, place) => right.companies[place]?.id === id)
      if (isSame) same += 1
      else console.log(`     ${other}: ${found.total} instead of ${right.total}`)
    }
    return same / others.length
  }

  async function synonyms([asked, meant]: readonly [string, string]) {
    const folded = foldText(meant)
    const isMeant = ({ companyName, services, description }: Known) =>
      foldText([companyName, description, ...services].join(' '))
        .split(/[^\p{L}\d]+/u)
        .includes(folded)
    const truth = [...known.values()].filter(isMeant).map(({ id }) => id)
    if (truth.length === 0) return 1
    const { total, companies } = await find(asked)
    const found = new Set(companies.map(({ id }) => id))
    const share = total > countedUpTo ? 1 : truth.filter((id) => found.has(id)).length / truth.length
    if (share < 1) console.log(`     ${asked} for ${meant}: ${share.toFixed(3)} of ${truth.length}`)
    return share
  }

  async function typo(word: string) {
    const slipped = slip(word.toLowerCase())
    const [wrong, right] = [await find(slipped, { limit: 10 }), await find(word, { limit: 10 })]
    const wanted = new Set(right.companies.map(({ id }) => id))
    // Whoever does it is right, also beyond the ten that the right spelling finds first.
    const isFound = wrong.companies.length > 0 && wrong.companies.every((one) => wanted.has(one.id) || isOf(one, doersOf.get(word) ?? []))
    if (!isFound) console.log(`     ${slipped} for ${word}: ${wrong.companies.slice(0, 3).map(({ companyName }) => companyName)}`)
    return isFound ? 1 : 0
  }

  /** A letter left out, doubled, replaced, or swapped with the next. */
  function slip(word: string) {
    const at = 1 + Math.floor(random() * (word.length - 2))
    const [before, letter, next, behind] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)]
    const slips = [
      before + next + behind,
      before + letter + letter + next + behind,
      `${before}x${next}${behind}`,
      before + next + letter + behind,
    ]
    return slips.filter((one) => one !== word)[Math.floor(random() * 3)] ?? before + next + behind
  }

  async function report({ q, place = '', trades: rightTrades, town }: Everyday) {
    const { companies } = await find(q, { location: place, limit: 10 })
    const right = companies.filter((one) => rightTrades.includes(one.trade) && (!town || one.town === town)).length
    const share = companies.length ? right / companies.length : 0
    if (share < 0.95)
      console.log(
        `     ${q} ${place}: ${right} of ${companies.length}, e.g. ${companies.slice(0, 4).map(({ companyName, trade }) => `${companyName} (${trade})`)}`,
      )
    return share
  }
}
