import type { Point } from '#src/platform/kit/distance.ts'
import { centsOf, eurosOf } from '#src/platform/kit/money.ts'
import { containsFolded } from '#src/platform/kit/text.ts'
import { insideNames, type Wire } from '#src/platform/kit/wire.ts'
import type { FreeStarts } from '#src/supply/calendars/availability/days.ts'
import { dayParts } from '#src/supply/calendars/dayParts.ts'
import type { PublicContact } from '#src/supply/companies/fields/reading.ts'
import type { Imprint } from '#src/supply/companies/imprint/rules.ts'
import { type Category, parseCategory } from '#src/supply/companies/rules.ts'
import type { TaxStatus } from '#src/supply/companies/tax/texts.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { anyTime, isAnyTime, parseDay, type When } from '../free/rules.ts'

/** Content of a result card. Public: never e-mail, phone, bank data, user or payment ids (docs/spec.md#contact-data). */
export type CompanyCard = {
  id: string
  companyName: string
  category: Category
  description: string
  location: string
  logoUrl: string | null
  galleryImages: string[]
  hourlyRateCents: number | null
  premium: boolean
  verified: boolean
  /** Mean of the published reviews to one decimal; null without any. */
  rating: number | null
  reviews: number
}

/** Content of the profile in addition to the card. */
export type PublicProfile = CompanyCard &
  Imprint & {
    town: string
    serviceRadiusKm: number | null
    servicesOffered: string[]
    /** Descriptions of the gallery's pictures, by their addresses. */
    captions: Record<string, string>
    contacts: PublicContact[]
    taxStatus: TaxStatus | null
  }

/** Distance from the typed place in kilometres; null: the whole country. */
export const radii = [5, 10, 25, 50, 100] as const
export type Radius = (typeof radii)[number] | null
/** Default if a place was typed and no radius chosen. */
export const defaultRadius: Radius = 25

export const sortings = ['relevanz', 'entfernung', 'bewertung', 'preis', 'termin'] as const
export type Sorting = (typeof sortings)[number]

export type SearchQuery = {
  q: string
  location: string
  category: Category | null
  /** Id of a catalogue service that companies must offer; null: decided by the words. */
  service: string | null
  /** Parts of the interpretation that the visitor removed: ids of services and trades of the catalogue, and `timeMeant`. */
  notMeant: readonly string[]
  /** Ignored without a place. */
  radius: Radius
  /** At least so many stars on average; null: any. */
  minRating: number | null
  /** At most so many cents an hour, or in all for a service that was meant; null: any, also without a price. */
  maxRateCents: number | null
  onlyVerified: boolean
  /** Only companies with a free time then, as far as it is not over. */
  when: When
  /** Also companies without a calendar: they offer times on request. */
  alsoOnRequest: boolean
  /** 'entfernung' without a place is 'relevanz'. */
  sorting: Sorting
}

/** The understood meaning of 'PLZ oder Ort'. */
export type FoundPlace = {
  /** 'Regensburg', '93047 Regensburg', 'Altona (Hamburg)' or, for the beginning of a postcode, '93…'. */
  label: string
  /** Null for the beginning of a postcode, which is compared as such. */
  point: Point | null
  /** First digits of a company's postcode, if the beginning of one was typed. */
  postcodePrefix: string | null
  /** Other places of the same name, as labels: 'Frankfurt (Oder)', the largest first. */
  others: string[]
  /** The place was not found as typed, but by its nearest spelling. */
  isCorrected: boolean
}

/** Distance of a company from the typed place, in whole kilometres. */
export type Distance = { place: string; km: number }

/** Card of the result list with the facts of this search. */
export type FoundCompany = CompanyCard & {
  /** Whole kilometres from the place; null without one, or if the company's place is unknown. */
  distanceKm: number | null
  /** Position on the map: the middle of its postcode; null if unknown. */
  point: Point | null
  /** Reasons of the match: the service or trade that it offers, or the kind of match per word, best first. */
  reasons: { word: string; kind: 'service' | 'trade' | 'offered' | 'mentioned' | 'part'; corrected: string | null }[]
  /** Its own service that was meant. */
  offered: OfferedService | null
  /** Its next free times for that service, or for its first one; null without a calendar. */
  free: FreeStarts | null
}

/** Data of a service on a card. */
export type OfferedService = Pick<ServiceView, 'id' | 'title' | 'priceKind' | 'priceCents' | 'unit' | 'minutes'>

/**
 * Numbers of the found companies (of the first 1,001, see `completeFacets`) that would remain with one more choice, all other choices kept.
 */
export type Facets = {
  categories: Partial<Record<Category, number>>
  /** Keys are `ratingSteps`. */
  ratings: Record<string, number>
  /** Keys are `rateSteps`, in cents; none if a service was meant, whose prices are not counted. */
  rates: Record<string, number>
  verified: number
}
export const ratingSteps = [3, 4, 4.5] as const
export const rateSteps = [3_000, 5_000, 8_000] as const
/** The same for the total of a service that was meant. */
export const servicePriceSteps = [5_000, 10_000, 20_000, 50_000] as const

export type SearchResponse = {
  /** One more than is counted (`countedUpTo`) if there are more. */
  total: number
  companies: FoundCompany[]
  facets: Facets
  /** Null if no place was typed, or it is unknown. */
  place: FoundPlace | null
  /** Unknown words as typed, and the words that were searched instead ('Meinten Sie …?'). */
  corrections: { typed: string; meant: string }[]
  /** The words as an intent of the catalogue; null if there is none. */
  need: IntentNames | null
  /** The typed words without fillers, as typed: those to highlight. */
  words: readonly string[]
  /** The searched time; null if there is none. */
  time: MeantTime | null
  /** Number of additional companies without a calendar; counted up to the limit, like `total`. */
  onRequest: number
}

/** Requested time as it was understood. */
export type MeantTime = When & {
  /** It was among the words. */
  isTyped: boolean
  /** No company is free then, so all companies of the search are shown; for typed times only. */
  isMissed: boolean
}
/** In `notMeant`: the words mean no time. */
export const timeMeant = 'wann'

/** Service of an intent that a company offers: its own title of the service, or the entry of the catalogue that its words name. */
export type MatchedOffer = { offered: OfferedService | null; service: string | null; trade: string | null }

type Named = { id: string; name: string }
/** Understood entries, and services similar to them. */
export type IntentNames = { services: Named[]; trades: Named[]; near: Named[] }

/**
 * Suggestion in 'Was brauchen Sie?': a service or trade of the catalogue with the phrase that matched, a word of the vocabulary, a
 * category, or a company's name.
 */
export type WordSuggestion = {
  label: string
  kind: 'service' | 'trade' | 'word' | 'category' | 'company'
  phrase?: string | null
  /** For a service: the companies that offer it, and their lowest price. */
  companies?: number
  cheapest?: Pick<ServiceView, 'priceKind' | 'priceCents' | 'unit'> | null
}
/** Suggestion in 'Wo?': the shown label, and the value for the field that means exactly this place. */
export type PlaceSuggestion = { label: string; value: string }
/** Number of suggestions at once, and of letters before there are any. */
export const suggestionLimits = { most: 8, fewestLetters: 2, perMinute: 300 } as const

/** Limits of the public lists (docs/spec.md#bounded-lists). */
export const searchLimits = { perMinute: 120, pageSize: 24, maxPageSize: 100, maxSimple: 1_000, maxQueryLength: 200 } as const

/** Number of reviews on a profile at once, and of further ones on demand. */
export const reviewsPerPage = 10

/** Parameter with the number of pages of a profile's reviews. */
export const reviewsParameter = 'bewertungen'

/** Parses the number of a profile's reviews: whole pages of them, so that the link to more works without JavaScript, too. */
export function parseReviewCount(url: URL) {
  const pages = Number(url.searchParams.get(reviewsParameter) ?? 1)
  return reviewsPerPage * (Number.isInteger(pages) && pages > 0 ? Math.min(pages, searchLimits.maxPageSize / reviewsPerPage) : 1)
}

/** No filter: every company that matches words, place and category is shown. */
export const noFilters = { minRating: null, maxRateCents: null, onlyVerified: false, when: anyTime } as const satisfies Partial<SearchQuery>
export const isFiltered = ({ minRating, maxRateCents, onlyVerified, when }: SearchQuery) =>
  minRating !== null || maxRateCents !== null || onlyVerified || !isAnyTime(when)

/** The query of an empty address: all companies. */
export const emptyQuery: SearchQuery = {
  q: '',
  location: '',
  category: null,
  service: null,
  notMeant: [],
  radius: defaultRadius,
  ...noFilters,
  alsoOnRequest: false,
  sorting: 'relevanz',
}

/** Reads a search from an address; 'all', an empty or an unknown category means every category, and other unknown values mean none. */
export function parseSearchQuery(url: URL): SearchQuery {
  const text = (name: string) => readTyped(url, name)
  const step = <Step extends number>(name: string, steps: readonly Step[]) => steps.find((one) => String(one) === text(name)) ?? null
  const euros = step('preis', [...rateSteps, ...servicePriceSteps].map(eurosOf))
  return {
    q: text('q'),
    location: text('location'),
    category: parseCategory(text('category')) ?? null,
    service: text('leistung') || null,
    notMeant: text('ohne').split(' ').filter(Boolean),
    radius: text('umkreis') === 'bundesweit' ? null : (step('umkreis', radii) ?? defaultRadius),
    minRating: step('bewertung', ratingSteps),
    maxRateCents: euros === null ? null : centsOf(euros),
    onlyVerified: text('verifiziert') === '1',
    when: { day: parseDay(text('tag')) ?? null, part: dayParts.find((one) => one === text('zeit')) ?? null },
    alsoOnRequest: text('anfrage') === '1',
    sorting: sortings.find((one) => one === text('sortierung')) ?? 'relevanz',
  }
}

/** Typed text from an address, cut to the length of a field. */
export const readTyped = (url: URL, name: string) => (url.searchParams.get(name) ?? '').trim().slice(0, searchLimits.maxQueryLength)

/** Parses the page of a result list, counted from 1. */
export function parsePage(url: URL) {
  const page = Number(url.searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1
}

/** Converts a card of the wire to that of the page's own data. */
export const cardOf = <Card extends { hourly_rate: number | null }>({ hourly_rate: rate, ...card }: Card) => ({
  ...insideNames(card),
  hourlyRateCents: rate === null ? null : centsOf(rate),
})

/** Converts a found company of the wire. */
export const foundCardOf = <Card extends { hourly_rate: number | null; offered: Wire<OfferedService> | null }>({
  offered,
  ...card
}: Card) => {
  if (offered === null) return { ...cardOf(card), offered }
  const { price_kind: priceKind, price, ...same } = offered
  return { ...cardOf(card), offered: { ...same, priceKind, priceCents: price === null ? null : centsOf(price) } }
}

/**
 * Client-side fallback of the search (docs/spec.md#search-fallback): the same rule as the server's, over all companies. It knows no
 * distances: the place is compared letter by letter.
 */
export const filterCompanies = (all: readonly CompanyCard[], query: SearchQuery) =>
  all.filter(
    (company) =>
      [company.companyName, company.description, company.category].some((text) => containsFolded(text, query.q)) &&
      (query.category === null || company.category === query.category) &&
      containsFolded(company.location, query.location) &&
      (query.minRating === null || (company.rating !== null && company.rating >= query.minRating)) &&
      (query.maxRateCents === null || (company.hourlyRateCents !== null && company.hourlyRateCents <= query.maxRateCents)) &&
      (!query.onlyVerified || company.verified),
  )

/** Texts of docs/spec.md#search-page and #profile-page. */
export const searchTexts = {
  errorPrefix: 'Suchfehler: ',
  errorDefault: 'Fehler bei der Suche',
  nothingFound: 'Keine Anbieter gefunden',
  /** A total above `countedUpTo` is shown as '1.000+'. */
  found: (total: number) => `${countOf(total)} Anbieter gefunden`,
  foundFree: (total: number) => `${countOf(total)} Anbieter mit freiem Termin`,
  serviceNotFound: 'Service nicht gefunden',
  serviceNotLoaded: 'Service konnte nicht geladen werden.',
} as const

/** Counts are exact up to this; if there are more, the best by quality are ordered and paged through, and the total is one more. */
export const countedUpTo = 1_000
/** Limit for counting companies without a calendar beside a requested time: they are found among thousands who have one. */
export const onRequestUpTo = 100
/** So many found companies, roughly, are ordered by price, stars or distance; if there are more, only the best by quality. */
export const orderedUpTo = 10_000

/** Formats a count: exact, or '1.000+'. */
export const countOf = (total: number) => (total > countedUpTo ? `${countedUpTo.toLocaleString('de-DE')}+` : total.toLocaleString('de-DE'))

/** Public counters of the home page: labels and their values if the call fails (docs/spec.md#counters). */
export const statistics = [
  { key: 'companies', label: 'Verifizierte Anbieter', fallback: 2 },
  { key: 'bookings', label: 'Erfolgreiche Buchungen', fallback: 5 },
  { key: 'reviews', label: 'Kundenbewertungen', fallback: 10 },
] as const
export type PublicStatistics = Record<(typeof statistics)[number]['key'], number>
