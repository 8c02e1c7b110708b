import type { MetaDescriptor } from 'react-router'

/** Data of the site that every page knows, from the root loader. */
export type Site = { brandName: string; publicUrl: string }

type PageMeta = {
  site: Site | undefined
  /** Without the brand, which is added. */
  title: string
  description: string
  /** Canonical path of the page, from '/'. Omitted for pages that search engines must not list. */
  path?: string
  /** Path of a picture of 1200 × 630, from '/'; without it, that of the marketplace. */
  image?: string | undefined
}

/** Title, description, canonical address and their copies for shared links. */
export function pageMeta({
  site = { brandName: '', publicUrl: '' },
  title,
  description,
  path,
  image = '/vorschau/marktplatz.png',
}: PageMeta): MetaDescriptor[] {
  const fullTitle = site.brandName ? `${title} – ${site.brandName}` : title
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'de_DE' },
    { property: 'og:site_name', content: site.brandName },
    { property: 'og:image', content: absolute(site, image) },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: fullTitle },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(path
      ? [
          { tagName: 'link', rel: 'canonical', href: absolute(site, path) },
          { property: 'og:url', content: absolute(site, path) },
        ]
      : [{ name: 'robots', content: 'noindex' }]),
  ]
}

/** As pageMeta, for a page whose URL contains a secret: no other site may receive it as a referrer, and no search engine may list it. */
export const tokenPageMeta = (page: Omit<PageMeta, 'path'>): MetaDescriptor[] => [
  ...pageMeta(page),
  { name: 'referrer', content: 'no-referrer' },
]

/** Full address of a path, for canonical links and structured data. */
export const absolute = (site: Site, path: string) => new URL(path, site.publicUrl || 'http://localhost').href

/** At most `length` characters, cut at a word, for descriptions. */
export function shorten(text: string, length = 155) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= length ? line : `${line.slice(0, length - 1).replace(/\s+\S*$/, '')} …`
}
