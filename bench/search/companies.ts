import { readFileSync } from 'node:fs'

type Trade = { trade: string; catalogue: string; category: string; weight: number; names: string[]; services: string[]; lines: string[] }
type Town = [name: string, postcodes: string[], weight: number]
export type Labelled = ReturnType<typeof makeCompany>

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
export const trades = read<Trade[]>('trades.json')
export const towns = read<Town[]>('towns.json')
const packaged = read<{ services: { id: string; trade: string }[] }>('../../catalogue/services.json').services
const servicesOf = Map.groupBy(packaged, ({ trade }) => trade)

const families =
  'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Krause Lehmann Köhler Maier Jäger Yılmaz Kaya Nowak Weiß Groß Böhm Franke Öztürk Vogt Sauer'.split(
    ' ',
  )
const syllables = 'bal dor fen gil hav jor kel lum mar nex oth pir quel ras sil tov ur vel wen xan yor zel brin dral frem kond'.split(' ')
const forms = ['GmbH', 'UG', 'e. K.', 'GbR', '']
const common = [
  'Wir beraten Sie gern und erstellen ein kostenloses Angebot.',
  'Faire Preise, saubere Arbeit, pünktliche Termine.',
  'Meisterbetrieb mit langjähriger Erfahrung.',
  'Auch am Wochenende erreichbar.',
  'Zuverlässig und freundlich in der ganzen Region.',
  'Familienbetrieb in dritter Generation.',
  'Rechnung und Gewährleistung sind selbstverständlich.',
]

/**
 * Labelled companies like those of a German marketplace, the same in every run: few trades and towns have many, most family names are
 * shared, one company in eight has a unique name. `trade` is what the company really does.
 */
export function* generateCompanies(count: number): Generator<Labelled> {
  const random = seededRandom(20_26)
  const tradeOf = chooser(trades, ({ weight }) => weight ** 1.5)
  const townOf = chooser(towns, ([, , weight]) => weight)
  for (let number = 0; number < count; number += 1) yield makeCompany({ number, trade: tradeOf(random()), town: townOf(random()), random })
}

function makeCompany({ number, trade, town, random }: { number: number; trade: Trade; town: Town; random: () => number }) {
  const one = <T>(of: readonly T[]): T => {
    const chosen = of[Math.floor(random() * of.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
  const [townName, postcodes] = town
  const postcode = one(postcodes)
  const own = number % 8 === 0 ? ownName(random) : undefined
  const noun = one(trade.names)
  const name = own ?? (random() < 0.15 ? townName : one(families))
  const services = [...new Set([one(trade.services), one(trade.services), one(trade.services)])]
  return {
    trade: trade.trade,
    category: trade.category,
    ownName: own,
    companyName: `${random() < 0.6 ? `${noun} ${name}` : `${name} ${noun}`} ${one(forms)}`.trim(),
    services,
    offers: offersOf(trade, number),
    description: [one(trade.lines), `Unsere Leistungen: ${services.join(', ')}.`, one(common), one(common)].join(' '),
    town: townName,
    postcode,
    location: `${postcode} ${townName}`,
    hourlyRateCents: 2_000 + 100 * Math.floor(random() * 80),
    verified: random() < 0.7,
    website: random() < 0.5 ? 'https://www.beispiel.example' : null,
    /** Sum of the stars and number of the reviews; most have none. */
    reviews: Array.from({ length: Math.floor(20 * random() ** 6) }, () => 1 + Math.floor(5 * Math.sqrt(random()))),
  }
}

/**
 * Ids of services of the trade, for nine in ten companies. They have their own random numbers, so that they do not change the rest of the
 * dataset.
 */
function offersOf({ catalogue }: Trade, number: number) {
  const random = seededRandom(number)
  if (random() < 0.1) return []
  const drawn = (servicesOf.get(catalogue) ?? []).map(({ id }) => ({ id, luck: random() })).sort((a, b) => a.luck - b.luck)
  return drawn.slice(0, 2 + Math.floor(4 * random())).map(({ id }) => id)
}

function ownName(random: () => number) {
  const word = Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('')
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`
}

/** Returns a function that maps a number from 0 to 1 to one of the items, by weight. */
function chooser<T>(of: readonly T[], weightOf: (one: T) => number) {
  let sum = 0
  const steps = of.map((one) => {
    sum += weightOf(one)
    return { one, upTo: sum }
  })
  return (luck: number): T => {
    const step = steps.find(({ upTo }) => luck * sum < upTo) ?? steps.at(-1)
    if (!step) throw new Error('nothing to choose from')
    return step.one
  }
}

/** Seeded random numbers, the same in every run (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
