import type { CatalogueIndex, Phrase } from './phrases.ts'
import { plainOf } from './stem.ts'
import type { Read } from './vocabulary.ts'

/** Where people work for whom something is done, as a word or the end of one: 'Zahnarztpraxis'. */
const workplace = new RegExp(
  `(?:${plainOf(
    'praxis|kanzlei|salon|studio|laden|geschäft|boutique|restaurant|gaststätte|café|bäckerei|metzgerei|hotel|pension|schule|kindergarten|kita|gymnasium|krankenhaus|klinik|altersheim|pflegeheim|apotheke|museum|supermarkt|autohaus|werkstatt|büro|agentur|betrieb',
  )})(?:en|n|s)?$`,
)
export const isWorkplace = (word: string) => workplace.test(word)

/** What every business needs, whatever its own trade. */
const servingBusinesses: ReadonlySet<string> = new Set(
  'gebaeudereiniger it-betreuer webentwickler softwareentwickler onlinemarketer grafiker drucker steuerberater buchhalter unternehmensberater datenschuetzer brandschuetzer sicherheitstechniker wachdienst'.split(
    ' ',
  ),
)

/**
 * Whether a word says for whom something is done, and not what: a workplace beside a service of another trade ('Unterhaltsreinigung Kanzlei'),
 * or a trade beside what businesses need ('Steuerberatung Friseur'); but not where its own trade does that ('Kanzlei Erbrecht'), nor where
 * the catalogue says both together ('Praxis putzen').
 */
export function isCustomer(one: Read, read: readonly Read[], index: CatalogueIndex): boolean {
  const own = sayingsOf(one, index).flatMap(({ kind, trade }) => (kind === 'trade' && trade !== null ? trade : []))
  const isPlace = isWorkplace(one.word)
  if (read.length < 2 || (!isPlace && (own.length === 0 || own.some((trade) => servingBusinesses.has(trade))))) return false
  const categories = own.map((trade) => categoryOf(trade, index))
  const isOthers = (trade: string) =>
    !own.includes(trade) && (isPlace || (servingBusinesses.has(trade) && !categories.includes(categoryOf(trade, index))))
  return read.some((other) => {
    const trades = other === one || isWorkplace(other.word) ? [] : sayingsOf(other, index).flatMap((phrase) => tradesOf(phrase, index))
    return trades.length > 0 && trades.every(isOthers) && !isSaid({ one, other, own, index })
  })
}

/** The phrases that are just this word; a thing alone is no service. */
const sayingsOf = ({ word }: Read, { whole }: CatalogueIndex) => (whole.get(word) ?? []).filter(({ kind }) => kind !== 'object')

const tradesOf = ({ trade, services }: Phrase, index: CatalogueIndex) =>
  trade === null ? services.flatMap((id) => index.tradeOf.get(id) ?? []) : [trade]
const categoryOf = (trade: string, { catalogue }: CatalogueIndex) => catalogue.trades.find(({ id }) => id === trade)?.category

type Together = { one: Read; other: Read; own: readonly string[]; index: CatalogueIndex }

/** Whether a phrase is mostly about both words, or its own trade has one that is mostly about the other: 'Friseur Hochzeit'. */
function isSaid({ one, other, own, index }: Together) {
  const { having, weightOf, isSlight } = index
  const isAbout = ({ units, acts, weight }: Phrase, all: readonly string[]) => {
    const said = acts.some((act) => other.units.every((unit) => act.units.includes(unit))) ? [...units, ...other.units] : units
    const about = units.filter((unit) => one.units.includes(unit) || other.units.includes(unit))
    return all.every((unit) => said.includes(unit)) && about.reduce((sum, unit) => sum + weightOf(unit), 0) > mostly * weight
  }
  const both = [...one.units, ...other.units]
  if ((having.get(one.units[0] ?? '') ?? []).some((phrase) => isAbout(phrase, both))) return true
  const isOwn = (phrase: Phrase) => tradesOf(phrase, index).some((trade) => own.includes(trade)) && isAbout(phrase, other.units)
  return !other.units.every(isSlight) && (having.get(other.units[0] ?? '') ?? []).some(isOwn)
}
const mostly = 0.5
