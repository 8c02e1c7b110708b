import { fileProblems } from '#src/foundation/files/rules.ts'
import { resource } from '#src/platform/server/calls/endpoint.ts'
import { openPreview } from '../previews/actions.ts'
import { manifestOf } from './manifest.ts'
import { parsePartAddress, robotsText, sitemapAddress } from './sitemap.ts'
import { openSitemapPart, writeSitemapIndex } from './sitemapActions.ts'

const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
type Asking = { caller: { ip: string } }
/** A part costs as much as many searches; a whole sitemap of a million companies has some thirty. */
const sitemapLimits = ({ caller }: Asking) => [{ name: 'sitemap', key: caller.ip, max: 60, windowSeconds: 60, isLoose: true as const }]
const previewLimits = ({ caller }: Asking) => [{ name: 'preview', key: caller.ip, max: 300, windowSeconds: 60, isLoose: true as const }]

/** Resources for search engines and networks. */
export const crawlerHttp = [
  resource({
    name: 'robots.txt',
    path: '/robots.txt',
    allows: 'V',
    summary: 'Returns the crawling rules for search engines.',
    run: async ({ config }) =>
      new Response(robotsText(config.publicUrl), {
        headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
      }),
  }),
  resource({
    name: 'manifest.webmanifest',
    path: '/manifest.webmanifest',
    allows: 'V',
    summary: 'Returns the web app manifest.',
    run: async ({ config }) =>
      new Response(JSON.stringify(manifestOf(config.BRAND_NAME)), {
        headers: { 'content-type': 'application/manifest+json; charset=utf-8', 'cache-control': 'public, max-age=86400' },
      }),
  }),
  resource({
    name: 'sitemap.xml',
    path: sitemapAddress,
    allows: 'V',
    summary: 'Returns the index of the sitemap.',
    limits: sitemapLimits,
    run: async (app) => new Response(await writeSitemapIndex(app), { headers: xml }),
  }),
  resource({
    name: 'sitemap-part',
    path: '/sitemaps/*',
    allows: 'V',
    summary: 'Returns a part of the sitemap, with at most 50,000 URLs.',
    limits: sitemapLimits,
    run: async (app, { path }) => {
      const asked = parsePartAddress(path)
      const text = asked && (await openSitemapPart(app, asked))
      if (!text) throw fileProblems.unknown()
      return new Response(text, { headers: xml })
    },
  }),
  resource({
    name: 'social-preview',
    path: '/vorschau/*',
    allows: 'V',
    summary: 'Returns the social preview picture of a company or of the marketplace.',
    movesTo: 'Redirects an outdated address to the current picture',
    limits: previewLimits,
    run: (app, { path }) => openPreview(app, path),
  }),
] as const
