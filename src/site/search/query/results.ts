import { foldDigraphs } from '#src/platform/kit/text.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { anyTime, isAnyTime } from '../free/rules.ts'
import { whenWord } from '../free/texts.ts'
import type { SearchView } from './address.ts'
import { highlightWords } from './highlight.ts'
import {
  countedUpTo,
  countOf,
  defaultRadius,
  type Facets,
  type FoundCompany,
  type FoundPlace,
  isFiltered,
  noFilters,
  type PlaceSuggestion,
  type Radius,
  radii,
  type SearchQuery,
  type SearchResponse,
  type Sorting,
} from './rules.ts'

/** Data of companies on cards: the first picture of each, and its point if there is a map. The browser gets no more. */
export const onCards = (companies: readonly FoundCompany[], view: SearchView = 'liste') =>
  companies.map((company) => ({
    ...company,
    galleryImages: company.galleryImages.slice(0, 1),
    point: view === 'karte' ? company.point : null,
  }))

/** The words of the result page's choices. */
export const sortingLabels: Readonly<Record<Sorting, string>> = {
  relevanz: 'Relevanz',
  entfernung: 'Entfernung',
  bewertung: 'Bewertung',
  preis: 'Preis',
  termin: 'Frühester Termin',
}
export const radiusWord = (radius: number | null) => (radius === null ? 'Bundesweit' : `${radius}\u00a0km`)
export const ratingWord = (stars: number) => `ab ${stars.toLocaleString('de-DE')} Sternen`
export const rateWord = (cents: number) => `bis ${(cents / 100).toLocaleString('de-DE')}\u00a0€ / Std.`
/** Total of a service that was meant. */
export const totalWord = (cents: number) => `bis ${(cents / 100).toLocaleString('de-DE')}\u00a0€ pauschal`
export const verifiedWord = 'Nur verifizierte Anbieter'
/** '0 km' is never shown. */
export const distanceWord = (km: number) => `ca. ${Math.max(1, km).toLocaleString('de-DE')}\u00a0km`

/** Label of the understood place and the distance around it. The beginning of a postcode ends like a sentence: '93…'. */
export function placeText({ label, point }: FoundPlace, { radius }: Pick<SearchQuery, 'radius'>) {
  if (point === null) return /[.…]$/.test(label) ? `Gesucht in ${label}` : `Gesucht in ${label}.`
  return radius === null ? `Gesucht bundesweit, Entfernungen ab ${label}.` : `Gesucht im Umkreis von ${radiusWord(radius)} um ${label}.`
}

type Read = Pick<FoundCompany, 'companyName' | 'category' | 'description'>

/** A reason as shown text: it claims no more than is known. `word` as it was typed. */
export function reasonText({ word, kind }: FoundCompany['reasons'][number], { companyName, category, description }: Read) {
  if (kind === 'offered') return `„${word}“ gehört zu seinem Angebot.`
  if (kind === 'part') return `Bestandteile von „${word}“ kommen in seinem Profil vor.`
  if (kind === 'service') return `Er bietet an: ${word}.`
  if (kind === 'trade') return `Er ist vom Fach: ${word}.`
  const isThere = [companyName, category, description].some((text) => highlightWords(text, [word]).some(({ isMatch }) => isMatch))
  return isThere ? `„${word}“ kommt in seinem Profil vor.` : `„${word}“ oder ein gleichbedeutendes Wort kommt in seinem Profil vor.`
}

/** The typed text, with unknown words replaced by the understood ones. */
export const correctedQuery = (typed: string, corrections: SearchResponse['corrections']) =>
  corrections.reduce((words, one) => replaceWord(words, one), typed)

const replaceWord = (words: string, { typed, meant }: SearchResponse['corrections'][number]) =>
  words
    .split(/([^\p{L}\p{N}]+)/u)
    .map((word) => (foldDigraphs(word) === foldDigraphs(typed) ? meant : word))
    .join('')

/** A chosen filter, and the search without it. */
export type Choice = { word: string; without: SearchQuery }

/** Filters chosen in addition to words and place; `isOfService`: a service was meant, so the price is its. */
export function listChoices(query: SearchQuery, isOfService = false): Choice[] {
  const priceWord = isOfService ? totalWord : rateWord
  return [
    ...(query.category === null ? [] : [{ word: query.category, without: { ...query, category: null } }]),
    ...(query.minRating === null ? [] : [{ word: ratingWord(query.minRating), without: { ...query, minRating: null } }]),
    ...(query.maxRateCents === null ? [] : [{ word: priceWord(query.maxRateCents), without: { ...query, maxRateCents: null } }]),
    ...(query.onlyVerified ? [{ word: verifiedWord, without: { ...query, onlyVerified: false } }] : []),
    ...(isAnyTime(query.when) ? [] : [{ word: whenWord(query.when), without: { ...query, when: anyTime, alsoOnRequest: false } }]),
  ]
}

/** Facets, if they count all found companies; undefined if there are more, because then they count only the first ones in the order. */
export const completeFacets = (facets: Facets | undefined, total: number) => (total > countedUpTo ? undefined : facets)

type NarrowChoice = Partial<Pick<SearchQuery, 'category' | 'minRating' | 'maxRateCents'>>

/**
 * Returns whether the facets give the number of results that would remain with a choice: only if it narrows further. Another category
 * replaces the chosen one, and fewer stars or a higher price add companies that were not counted.
 */
export function showsRemaining(query: SearchQuery, choice: NarrowChoice) {
  if (choice.category) return query.category === null || query.category === choice.category
  if (choice.minRating) return query.minRating === null || choice.minRating >= query.minRating
  if (choice.maxRateCents) return query.maxRateCents === null || choice.maxRateCents <= query.maxRateCents
  return false
}

/** Places with similar services, nearest first. */
export const neighbourCategories: Readonly<Record<Category, readonly Category[]>> = {
  Reinigung: ['Wartung', 'Garten'],
  Handwerk: ['Wartung', 'Garten'],
  'IT-Services': ['Marketing', 'Beratung'],
  Beratung: ['IT-Services', 'Marketing'],
  Transport: ['Handwerk', 'Sonstiges'],
  Catering: ['Sonstiges', 'Marketing'],
  Sicherheit: ['Wartung', 'IT-Services'],
  Wartung: ['Handwerk', 'Reinigung'],
  Marketing: ['IT-Services', 'Beratung'],
  Garten: ['Handwerk', 'Reinigung'],
  Sonstiges: ['Beratung', 'Catering'],
}

/** Another search after one without results. */
export type Wider = { word: string; query: SearchQuery }

/**
 * Searches to suggest without results: a wider radius, no filters, a neighbour category, all categories. `hasDistance`: distances from
 * the place are known.
 */
export function listWider(query: SearchQuery, hasDistance: boolean): Wider[] {
  const { radius, category } = query
  const further = hasDistance && radius !== null ? radii.filter((one) => one > radius) : []
  // Without distances the place itself narrows, however wide the circle.
  const everywhere = hasDistance ? { ...query, radius: null } : { ...query, location: '', radius: defaultRadius }
  return [
    ...further.map((one) => ({ word: `Im Umkreis von ${radiusWord(one)}`, query: { ...query, radius: one } })),
    ...(query.location && (radius !== null || !hasDistance) ? [{ word: radiusWord(null), query: everywhere }] : []),
    ...(isFiltered(query) ? [{ word: 'Ohne Filter', query: { ...query, ...noFilters } }] : []),
    ...(category === null
      ? []
      : [
          ...neighbourCategories[category].map((one) => ({ word: `Im Bereich ${one}`, query: { ...query, category: one } })),
          { word: 'In allen Bereichen', query: { ...query, category: null } },
        ]),
  ]
}

/** Those of the wider searches that leave the place as it is: without filters, in another category. */
export const listNarrowing = (query: SearchQuery): Wider[] =>
  listWider(query, true).filter((one) => one.query.radius === query.radius && one.query.location === query.location)

/** Searches to offer when few were found: the widest circle that is offered, the whole country, no filters. */
export const listFurther = (query: SearchQuery, hasDistance: boolean): Wider[] =>
  listWider({ ...query, category: null }, hasDistance)
    .filter(({ query: { radius } }) => radius === null || radius === radii.at(-1) || radius === query.radius)
    .map((one) => ({ ...one, query: { ...one.query, category: query.category } }))

/** A wider search with results. */
export type Offer = Wider & { total: number }

/** '2 weitere im Umkreis von 100 km'. */
export const furtherWord = ({ word, total }: Offer, found: number) =>
  `${countOf(total - found)} weitere ${word.slice(0, 1).toLowerCase()}${word.slice(1)}`

/** Returns the suggestions with results; of wider radii with the same result only the narrowest. */
export function chooseWider(counted: readonly Offer[]): Offer[] {
  const found = counted.filter(({ total }) => total > 0)
  return found.filter(
    (offer, at) =>
      offer.query.radius === null ||
      !found.slice(0, at).some((one) => one.query.category === offer.query.category && one.total === offer.total && isNarrower(one, offer)),
  )
}

const isNarrower = (one: Wider, other: Wider) =>
  one.query.radius !== null && other.query.radius !== null && one.query.radius < other.query.radius

/**
 * After few or no results: wider searches with more results, and places that may have been meant. `isAnswerable`: the form for quotes lists
 * a company.
 */
export type WiderResults = { wider: Offer[]; places: PlaceSuggestion[]; isAnswerable: boolean }
/** `widened`: the place has no results, so these are of a wider circle; up to how many kilometres away, null for the whole country. */
export type WiderResponse = SearchResponse & { widened: { upToKm: number | null } | null; offers: WiderResults }

/** How far away the companies of a wider circle are: rounded up to tens if the page shows all of them. */
export function upToKm({ total, companies }: Pick<SearchResponse, 'total' | 'companies'>, radius: Radius) {
  if (radius === null || total > companies.length) return radius
  const farthest = Math.max(...companies.map(({ distanceKm }) => distanceKm ?? radius))
  return Math.min(radius, Math.max(10, Math.ceil(farthest / 10) * 10))
}

type Widened = { total: number; upToKm: number | null; label: string }

/** 'In Hamburg niemand. 3 Anbieter bis 60 km:'. */
export function widenedText(query: SearchQuery, { total, upToKm, label }: Widened) {
  const where = query.radius === defaultRadius ? `In ${label}` : `Im Umkreis von ${radiusWord(query.radius)} um ${label}`
  const who = isFiltered(query) ? 'niemand mit diesen Filtern' : 'niemand'
  return `${where} ${who}. ${countOf(total)} Anbieter ${upToKm === null ? 'bundesweit' : `bis ${radiusWord(upToKm)}`}:`
}

/** The order of the results: in a wider circle the nearest come first, unless another order was chosen. */
export const sortingOf = ({ sorting }: Pick<SearchQuery, 'sorting'>, isWidened: boolean): Sorting =>
  isWidened && sorting === 'relevanz' ? 'entfernung' : sorting

/** Whether an alert is offered: with filters or removed meanings the search finds none because of them. */
export const hasAlert = (query: SearchQuery) =>
  !isFiltered(query) && query.notMeant.length === 0 && [query.q, query.location, query.category, query.service].some(Boolean)

/** The words that the form for quotes searches: those that were typed, else the chosen service. */
export const quoteWordsOf = ({ q }: Pick<SearchQuery, 'q'>, need: SearchResponse['need']) => q || (need?.services[0]?.name ?? '')

/** Facts about a result list that only the page's own search returns; the browser's fallbacks omit them. */
export type SearchFacts = Pick<
  WiderResponse,
  'facets' | 'place' | 'corrections' | 'need' | 'words' | 'widened' | 'offers' | 'time' | 'onRequest'
>

/** `waiting`: the server failed, so the browser searches by itself once it is hydrated. */
export type SearchOutcome =
  | { status: 'found'; total: number; companies: FoundCompany[]; facts: SearchFacts | undefined }
  | { status: 'waiting' }
  | { status: 'error'; message: string }
