import type { PublicReview } from '#src/orders/reviews/rules.ts'
import { eurosOf, formatEuroShort } from '#src/platform/kit/money.ts'
import type { Category } from '#src/supply/companies/rules.ts'
import { serviceTitleOf } from '#src/supply/companies/rules.ts'
import type { CompanyCard, PublicProfile } from '../query/rules.ts'
import { landingAddress, landingName } from './rules.ts'

/** Structured data (schema.org). Ratings count published reviews only; without any there is no rating. */
type Site = { publicUrl: string }

const at = (site: Site, path: string) => new URL(path, site.publicUrl || 'http://localhost').href

/** Company of a profile, its service and its customers' reviews. */
export function businessData(
  company: PublicProfile,
  { site, image, reviews }: { site: Site; image: string; reviews: readonly PublicReview[] },
) {
  const url = at(site, `/service/${company.id}`)
  return {
    '@type': 'LocalBusiness',
    '@id': url,
    name: company.companyName,
    description: company.description,
    url,
    image: company.galleryImages.length ? company.galleryImages.map((one) => at(site, one)) : at(site, image),
    ...(company.logoUrl ? { logo: at(site, company.logoUrl) } : {}),
    address: {
      '@type': 'PostalAddress',
      addressLocality: company.town,
      ...(company.postcode ? { postalCode: company.postcode } : {}),
      addressCountry: 'DE',
    },
    ...(company.hourlyRateCents === null ? {} : { priceRange: `ab ${formatEuroShort(company.hourlyRateCents)} pro Stunde` }),
    makesOffer: serviceOffers(company),
    ...ratingOf(company),
    ...(reviews.length ? { review: reviews.map(reviewData) } : {}),
  }
}

const serviceOffers = (company: PublicProfile) =>
  [serviceTitleOf(company.category), ...company.servicesOffered].map((name) => ({
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name, serviceType: company.category, areaServed: company.town },
  }))

const ratingOf = ({ rating, reviews }: CompanyCard) =>
  rating === null || reviews === 0
    ? {}
    : { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount: reviews, bestRating: 5, worstRating: 1 } }

const reviewData = ({ customerName, rating, comment, createdAt }: PublicReview) => ({
  '@type': 'Review',
  author: { '@type': 'Person', name: customerName },
  datePublished: createdAt.slice(0, 10),
  reviewRating: { '@type': 'Rating', ratingValue: rating, bestRating: 5, worstRating: 1 },
  reviewBody: comment,
})

export type Crumb = { name: string; path?: string }

export const breadcrumbData = (site: Site, crumbs: readonly Crumb[]) => ({
  '@type': 'BreadcrumbList',
  itemListElement: crumbs.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    ...(path ? { item: at(site, path) } : {}),
  })),
})

export const profileCrumbs = (company: PublicProfile): Crumb[] => [
  { name: 'Suche', path: '/search' },
  { name: company.category, path: landingAddress(company.category) },
  { name: company.companyName },
]

export const landingCrumbs = ({ category, town }: { category: Category; town?: string }): Crumb[] =>
  town
    ? [{ name: 'Suche', path: '/search' }, { name: category, path: landingAddress(category) }, { name: town }]
    : [{ name: 'Suche', path: '/search' }, { name: category }]

/** Companies on a page of a category, in its order. */
export const listData = (
  site: Site,
  { category, town, companies }: { category: Category; town?: string; companies: readonly CompanyCard[] },
) => ({
  '@type': 'ItemList',
  name: town ? `${landingName(category)} in ${town}` : landingName(category),
  numberOfItems: companies.length,
  itemListElement: companies.map((company, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    item: {
      '@type': 'LocalBusiness',
      '@id': at(site, `/service/${company.id}`),
      name: company.companyName,
      url: at(site, `/service/${company.id}`),
      address: { '@type': 'PostalAddress', addressLocality: company.location.replace(/^\d{5}\s+/, ''), addressCountry: 'DE' },
      ...ratingOf(company),
    },
  })),
})

type OfferedService = {
  name: string
  town?: string | undefined
  path: string
  companies: number
  prices: { lowestCents: number; highestCents: number } | undefined
}

/** A service as many companies offer it; prices only if enough of them have one. */
export const serviceData = (site: Site, { name, town, path, companies, prices }: OfferedService) => ({
  '@type': 'Service',
  '@id': at(site, path),
  name,
  serviceType: name,
  areaServed: town ?? 'Deutschland',
  ...(prices
    ? {
        offers: {
          '@type': 'AggregateOffer',
          offerCount: companies,
          priceCurrency: 'EUR',
          lowPrice: eurosOf(prices.lowestCents).toFixed(2),
          highPrice: eurosOf(prices.highestCents).toFixed(2),
        },
      }
    : {}),
})
