import { foldDigraphs } from '#src/platform/kit/text.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { anyTime, isAnyTime } from '../free/rules.ts'
import { whenWord } from '../free/texts.ts'
import type { SearchView } from './address.ts'
import { markWords } from './highlight.ts'
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
  type SearchAnswer,
  type SearchQuery,
  type Sorting,
} from './rules.ts'

/** What cards show of companies: the first picture of each, and its point where there is a map. The browser gets no more. */
export const onCards = (companies: readonly FoundCompany[], view: SearchView = 'liste') =>
  companies.map((company) => ({
    ...company,
    galleryImages: company.galleryImages.slice(0, 1),
    point: view === 'karte' ? company.point : null,
  }))

/** The words of the result page's choices. */
export const sortingWords: Readonly<Record<Sorting, string>> = {
  relevanz: 'Relevanz',
  entfernung: 'Entfernung',
  bewertung: 'Bewertung',
  preis: 'Preis',
  termin: 'Frühester Termin',
}
export const radiusWord = (radius: Radius) => (radius === null ? 'Bundesweit' : `${radius}\u00a0km`)
export const ratingWord = (stars: number) => `ab ${stars.toLocaleString('de-DE')} Sternen`
export const rateWord = (cents: number) => `bis ${(cents / 100).toLocaleString('de-DE')}\u00a0€ / Std.`
/** Of a service that was meant. */
export const totalWord = (cents: number) => `bis ${(cents / 100).toLocaleString('de-DE')}\u00a0€ pauschal`
export const verifiedWord = 'Nur verifizierte Anbieter'
/** '0 km' is never shown. */
export const distanceWord = (km: number) => `ca. ${Math.max(1, km).toLocaleString('de-DE')}\u00a0km`

/** Which place was meant, and how far around it. The beginning of a postcode ends as a sentence does: '93…'. */
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
  const isThere = [companyName, category, description].some((text) => markWords(text, [word]).some(({ isMatch }) => isMatch))
  return isThere ? `„${word}“ kommt in seinem Profil vor.` : `„${word}“ oder ein gleichbedeutendes Wort kommt in seinem Profil vor.`
}

/** The typed text, with unknown words replaced by the understood ones. */
export const correctedQuery = (typed: string, corrections: SearchAnswer['corrections']) =>
  corrections.reduce((words, one) => replaceWord(words, one), typed)

const replaceWord = (words: string, { typed, meant }: SearchAnswer['corrections'][number]) =>
  words
    .split(/([^\p{L}\p{N}]+)/u)
    .map((word) => (foldDigraphs(word) === foldDigraphs(typed) ? meant : word))
    .join('')

/** One thing that was chosen, and the search without it. */
export type Choice = { word: string; without: SearchQuery }

/** The filters that were chosen beside words and place; `isOfService`: a service was meant, so the price is its. */
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
 * Whether what was found says how many would remain with a choice: only when it narrows further. Another category takes the place of the
 * chosen one, and fewer stars or a higher price let in others, who were not counted.
 */
export function tellsRemaining(query: SearchQuery, choice: NarrowChoice) {
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
export function chooseOffers(counted: readonly Offer[]): Offer[] {
  const found = counted.filter(({ total }) => total > 0)
  return found.filter(
    (offer, at) =>
      offer.query.radius === null ||
      !found.slice(0, at).some((one) => one.query.category === offer.query.category && one.total === offer.total && isNarrower(one, offer)),
  )
}

const isNarrower = (one: Wider, other: Wider) =>
  one.query.radius !== null && other.query.radius !== null && one.query.radius < other.query.radius

/** After few or no results: wider searches with more results, and places that may have been meant. */
export type Offers = { wider: Offer[]; places: PlaceSuggestion[] }
export type OfferedAnswer = SearchAnswer & { offers: Offers }

/** What only the page's own search tells of a result list; the browser's other ways do without. */
export type SearchFacts = Pick<OfferedAnswer, 'facets' | 'place' | 'corrections' | 'need' | 'words' | 'offers' | 'time' | 'onRequest'>

/** `waiting`: the server failed, so the browser searches by itself once it is hydrated. */
export type SearchOutcome =
  | { status: 'found'; total: number; companies: FoundCompany[]; facts: SearchFacts | undefined }
  | { status: 'waiting' }
  | { status: 'error'; message: string }
