import type { LegalNotice } from '#src/companies/noticeTextRules.ts'
import { type Category, parseCategory } from '#src/companies/rules.ts'
import { containsFolded } from '#src/kit/text.ts'

/** What a result card shows. Public: never e-mail, phone, bank data, user or payment ids (decisions 1, "who sees contact data"). */
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

/** What the profile shows beyond the card. */
export type PublicProfile = CompanyCard &
  LegalNotice & {
    town: string
    serviceRadiusKm: number | null
    servicesOffered: string[]
    website: string | null
    isSmallBusiness: boolean
  }

export type SearchQuery = { q: string; location: string; category: Category | null }

/** Limits of the public lists (decisions 2). */
export const searchLimits = { perMinute: 120, pageSize: 24, maxPageSize: 100, maxSimple: 1_000, maxQueryLength: 200 } as const

/** Reviews a profile shows at once, and so many more on demand. */
export const reviewsPerPage = 10

/** How many of a profile's reviews an address asks for: whole pages of them, so that the way to more works without JavaScript, too. */
export function parseShownReviews(url: URL) {
  const pages = Number(url.searchParams.get('bewertungen') ?? 1)
  return reviewsPerPage * (Number.isInteger(pages) && pages > 0 ? Math.min(pages, searchLimits.maxPageSize / reviewsPerPage) : 1)
}

/** Reads q, location and category from an address; 'all', an empty or an unknown category means every category. */
export function parseSearchQuery(url: URL): SearchQuery {
  const text = (name: string) => (url.searchParams.get(name) ?? '').replaceAll('\0', '').trim().slice(0, searchLimits.maxQueryLength)
  return { q: text('q'), location: text('location'), category: parseCategory(text('category')) ?? null }
}

/** The page of a result list an address asks for, counted from 1. */
export function parsePage(url: URL) {
  const page = Number(url.searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1
}

/** The client-side fallback of the search (specification 7, search_companies_safe): the same rule as the server's, over all companies. */
export const filterCompanies = (all: readonly CompanyCard[], query: SearchQuery) =>
  all.filter(
    (company) =>
      [company.companyName, company.description, company.category].some((text) => containsFolded(text, query.q)) &&
      (query.category === null || company.category === query.category) &&
      containsFolded(company.location, query.location),
  )

/** Texts of section 8, "Search and profile", and of the result page of section 2. */
export const searchTexts = {
  errorPrefix: 'Suchfehler: ',
  errorDefault: 'Fehler bei der Suche',
  nothingFound: 'Keine Anbieter gefunden',
  found: (total: number) => `${total.toLocaleString('de-DE')} Anbieter gefunden`,
  serviceNotFound: 'Service nicht gefunden',
  serviceNotLoaded: 'Service konnte nicht geladen werden.',
} as const

/** The three public counters of the home page: labels and what they show when the call fails (specification 2). */
export const statistics = [
  { key: 'companies', label: 'Verifizierte Anbieter', fallback: 2 },
  { key: 'bookings', label: 'Erfolgreiche Buchungen', fallback: 5 },
  { key: 'reviews', label: 'Kundenbewertungen', fallback: 10 },
] as const
export type PublicStatistics = Record<(typeof statistics)[number]['key'], number>
