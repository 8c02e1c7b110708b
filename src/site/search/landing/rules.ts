import { formatEuroShort } from '#src/platform/kit/money.ts'
import { formatRating, plural, slugOf } from '#src/platform/kit/text.ts'
import { type Category, categories } from '#src/supply/companies/rules.ts'
import { countedUpTo, countOf, type Radius } from '../query/rules.ts'

/** Addresses of the categories; none of them may be the address of another page (a test). */
export const landingSlugs = categories.map((category) => ({ category, slug: slugOf(category) }))

/** '/reinigung' or '/reinigung/hamburg'. */
export const landingAddress = (category: Category, townSlug?: string) => `/${[slugOf(category), townSlug].filter(Boolean).join('/')}`

/** Category of an address; the route table has no other first segment. */
export function categoryAt(path: string): Category {
  const first = decodeURIComponent(path.split('/')[1] ?? '')
    .toLowerCase()
    .replace(/\.data$/, '')
  const found = landingSlugs.find(({ slug }) => slug === first)
  if (!found) throw new Error('a route leads to the page of a category that does not exist')
  return found.category
}

/** A town's page shows companies from the town and from this many kilometres around it. */
export const landingRadius: NonNullable<Radius> = 25

/** Numbers of cards, neighbours, services and towns on a page. */
export const landingShows = { cards: 24, offered: 12, neighbours: 8, services: 8, towns: 60 } as const

/** Current facts about the companies of a category, in a town or everywhere. */
export type LandingFigures = {
  companies: number
  /** Number of companies with a rate, and their lowest and highest one. */
  priced: number
  fromCents: number | null
  toCents: number | null
  /** Mean of all their published reviews, to one decimal. */
  rating: number | null
  reviews: number
}
export type LandingTown = { slug: string; town: string; companies: number }
export type LandingService = { service: string; companies: number }

/** The category 'Sonstiges' gets a longer name: 'Sonstiges in Hamburg' says nothing. */
export const landingName = (category: Category) => (category === 'Sonstiges' ? 'Sonstige Dienstleistungen' : category)
const nameInSentence = (category: Category) => (category === 'Sonstiges' ? 'sonstige Dienstleistungen' : category)

/** '29 bis 55 €', '29 €' or nothing. */
export function priceSpan({ fromCents, toCents }: LandingFigures) {
  if (fromCents === null || toCents === null) return undefined
  return fromCents === toCents
    ? formatEuroShort(fromCents)
    : `${formatEuroShort(fromCents).replace(/\s€$/, '')} bis ${formatEuroShort(toCents)}`
}

const ratingText = ({ rating, reviews }: LandingFigures) =>
  rating === null ? undefined : `${formatRating(rating)} von 5 Sternen aus ${plural(reviews, 'Bewertung', 'Bewertungen')}`

type Place = { category: Category; town?: string | undefined; total: number; figures: LandingFigures }

/** Title and description of the page, from its figures, so that they are unique. */
export function landingNames({ category, town, total, figures }: Place) {
  const counted = total === 1 ? '1 Anbieter' : `${countOf(total)} Anbieter`
  const facts = [priceSpan(figures) && `Stundensatz ${priceSpan(figures)}`, ratingText(figures)].filter(Boolean).join(', ')
  const where = town ? ` in ${town} und Umgebung` : ' in ganz Deutschland'
  // The number of companies includes the surroundings; the figures are the town's own.
  const told = facts && (town ? `. In ${town} selbst: ${facts}` : `: ${facts}`)
  return {
    title: `${landingName(category)}${town ? ` in ${town}` : ''}: ${counted}${summaryText(figures, town)}`,
    description: `${counted} für ${nameInSentence(category)}${where}${told}. Profil ansehen, Termin wählen und online buchen.`,
  }
}

function summaryText({ priced, reviews }: LandingFigures, town: string | undefined) {
  const shown = [...(priced > 0 ? ['Preisen'] : []), ...(reviews > 0 && !town ? ['Bewertungen'] : [])]
  return shown.length > 0 ? ` mit ${shown.join(' und ')}` : ''
}

/** Sentences above the list; each is true of today's data or omitted. */
export function landingSentences({ category, town, total, figures }: Place): string[] {
  const counted = total === 1 ? 'einen Anbieter' : `${total > countedUpTo ? 'mehr als 1.000' : countOf(total)} Anbieter`
  const span = priceSpan(figures)
  const rating = ratingText(figures)
  const there = town ? `in ${town}` : 'hier'
  return [
    `${town ? `In ${town} und bis ${landingRadius}\u00a0km im Umkreis` : 'Auf diesem Marktplatz'} finden Sie ${counted} für ${nameInSentence(category)}.`,
    ...(town && figures.companies === 0 ? [`In ${town} selbst hat derzeit niemand von ihnen seinen Sitz.`] : []),
    ...(span
      ? [
          figures.priced === 1
            ? `Ein Anbieter ${there} nennt seinen Stundensatz: ${span}.`
            : `${figures.priced.toLocaleString('de-DE')} Anbieter ${there} nennen ihren Stundensatz: ${span}.`,
        ]
      : []),
    ...(rating ? [`Kundinnen und Kunden geben im Schnitt ${rating}.`] : []),
    'Sie sehen den Preis, wählen Ihren Termin und zahlen sicher online. Ein Kundenkonto brauchen Sie nicht.',
  ]
}

export const sourcesPage = {
  path: '/quellen',
  title: 'Datenquellen',
  description: 'Aus welchen freien Quellen dieser Marktplatz weiß, wo Orte und Postleitzahlen liegen, und unter welchen Lizenzen.',
} as const
