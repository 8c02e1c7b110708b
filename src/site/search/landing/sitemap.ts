import { legalPages, troublePage, verifiedPage } from '#src/platform/kit/publicPages.ts'

/** Most addresses of a part of a sitemap (sitemaps.org). */
export const addressesPerPart = 50_000

export const sitemapAddress = '/sitemap.xml'
/** Parts: '/sitemaps/seiten-1.xml', '/sitemaps/orte-2.xml', '/sitemaps/anbieter-17.xml'. */
export const sitemapParts = ['seiten', 'orte', 'leistungen', 'anbieter'] as const
export type SitemapPart = (typeof sitemapParts)[number]
export const partAddress = (part: SitemapPart, number: number) => `/sitemaps/${part}-${number}.xml`

export function parsePartAddress(path: string): { part: SitemapPart; number: number } | undefined {
  const [, name, digits = ''] = /^\/sitemaps\/([a-z]+)-([1-9]\d{0,4})\.xml$/.exec(path) ?? []
  const part = sitemapParts.find((one) => one === name)
  return part && { part, number: Number(digits) }
}

/** Address that search engines may index, from '/', and the last change of its content. */
export type SitemapEntry = { path: string; changedAt?: Date }

/** Public pages with one address each; those per category, town and company come from the database. */
export const publicPages = [
  '/',
  '/search',
  '/provider-signup',
  '/support',
  '/sortierung',
  '/quellen',
  verifiedPage.path,
  troublePage.path,
  '/inhalt-melden',
  ...Object.values(legalPages).map(({ path }) => path),
] as const

/** Addresses that search engines must not read: work areas, tokens, calls; and lists that differ only by filters. */
export const privateAddresses = [
  '/admin',
  '/dashboard',
  '/provider-dashboard',
  '/auth',
  '/konto',
  '/meine-buchungen',
  '/payment-success',
  '/buchung',
  '/bewerten',
  '/bewertung-bestaetigen',
  '/abmelden',
  '/verify-bank-update',
  '/undo-bank-update',
  '/firmen-adresse',
  '/functions/',
  '/rest/',
  '/search?*umkreis=',
  '/search?*bewertung=',
  '/search?*preis=',
  '/search?*verifiziert=',
  '/search?*sortierung=',
  '/search?*ansicht=',
] as const

/** Writes the robots.txt of this marketplace. */
export const robotsText = (publicUrl: string) =>
  [
    'User-agent: *',
    'Allow: /',
    ...privateAddresses.map((address) => `Disallow: ${address}`),
    '',
    `Sitemap: ${new URL(sitemapAddress, publicUrl).href}`,
    '',
  ].join('\n')

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

export const indexText = (publicUrl: string, paths: readonly string[]) =>
  `${head}<sitemapindex ${schema}>\n${paths.map((path) => `<sitemap><loc>${located(publicUrl, path)}</loc></sitemap>\n`).join('')}</sitemapindex>\n`

export const partText = {
  head: `${head}<urlset ${schema}>\n`,
  entry: (publicUrl: string, { path, changedAt }: SitemapEntry) =>
    `<url><loc>${located(publicUrl, path)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`,
  foot: '</urlset>\n',
}

const located = (publicUrl: string, path: string) => new URL(path, publicUrl).href.replaceAll('&', '&amp;')
