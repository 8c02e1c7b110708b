import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { createRequestHandler, type ServerBuild } from 'react-router'
import type { App } from './app.ts'
import { asRoute, serveBuild } from './buildFiles.ts'
import { type Cache, openCache } from './cache/cache.ts'
import { cachedRoutes, keyOf, onlyReads, openPageCache, type Rendered, respondCached, toCachedPage } from './cache/cachedPages.ts'
import { limitBodies } from './calls/bodyBounds.ts'
import { clientIp, type HttpEnv, originIsOurs } from './calls/caller.ts'
import { type AnyEndpoint, type Caller, isReadOnly, type Limit, methodOf, pathOf } from './calls/endpoint.ts'
import { cleanRequest } from './calls/incoming.ts'
import { consumeLimits } from './calls/limits.ts'
import { type CachedResponse, handleOperation, refuse } from './calls/operations.ts'
import { openReadGate, type ReadGate } from './calls/overload.ts'
import { requestProblems } from './calls/problems.ts'
import { contentPolicy, filePolicy } from './contentPolicy.ts'
import type { Database } from './db.ts'
import type { Running } from './health.ts'
import { serveClock, serveMachine, serveMails } from './machineRoutes.ts'
import type { Measured } from './metrics/metrics.ts'
import { render } from './rendering.ts'
import { invalidateRecentSettings, knownSettings, readRecentSettings } from './settings.ts'

export type Pages = { build: () => Promise<ServerBuild>; mode: 'development' | 'production' }

/** Pages that cost as much as the operation behind them share its limit. */
export type PageLimit = { pattern: string; limits: (ip: string) => Limit[] }
type Parts = {
  operations: readonly AnyEndpoint[]
  pages?: Pages
  pageLimits?: readonly PageLimit[]
  moveClock?: (to: Date) => void
  /** Renders the gallery of all mails, outside production. */
  showMails?: (path: string) => Promise<Response | undefined>
  /** False in tests, which change the database directly and read at once. */
  cachesResponses?: boolean
  /** State of the process, for probes. */
  running?: Running
  /** Figures of the process and of the database, for `/metrics`. */
  measured?: Measured
  /** Database of read-only operations; the tests give one that refuses writes. */
  readOnlyDb?: Database
}

/** Status in log and metrics of a request whose client left, as proxies write it. */
const clientLeft = 499

/** Public caches of this process, valid as long as it is notified of changes. */
type PublicCache = { pages: Cache<Rendered>; answers: Cache<CachedResponse>; hearsChanges: () => boolean }

function empty({ pages, answers }: PublicCache) {
  pages.empty()
  answers.empty()
}

/** Builds the HTTP server: security headers, operations, files of the build, pages. */
export async function createHttp(app: App, parts: Parts) {
  const { operations, pages, pageLimits = [], moveClock, showMails, measured } = parts
  const http = new Hono<HttpEnv>()
  const olderByMs = () => app.replica?.lagMs() ?? 0
  const onLookup = (cache: string) => (isHit: boolean) => measured?.metrics.cacheLookups.inc({ cache, result: isHit ? 'hit' : 'miss' })
  const publicCache: PublicCache = {
    pages: openPageCache({ olderByMs, onLookup: onLookup('pages') }),
    answers: openCache<CachedResponse>({
      mostBytes: 24 * 1024 * 1024,
      bytesOf: ({ bytes }) => bytes.length + 500,
      olderByMs,
      onLookup: onLookup('responses'),
    }),
    hearsChanges: app.live.onPublicChange(() => {
      app.replica?.noteChange()
      invalidateRecentSettings(app)
      empty(publicCache)
    }),
  }
  const readGate = openReadGate(app.config.DATABASE_POOL, () => measured?.metrics.refusedReads.inc())
  // Listens from the start, so that the first pages are cached.
  if (pages) publicCache.hearsChanges()
  await readRecentSettings(app).catch(() => undefined)
  http.onError((error, c) => refuse(app, error, c))
  // Vite's own development scripts need more than the security headers allow, so they are only left out in development.
  const wall = pages?.mode === 'development' ? pass : securityHeaders(app)
  // First of all routes: it reports that the process lives, even while it waits for other services.
  http.get('/healthz', wall, (c) => c.json({ ok: true }))
  http.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.req.raw = cleanRequest(c.req.raw)
    const began = performance.now()
    await next()
    // Set earlier, a page would not have it.
    c.res.headers.set('x-request-id', c.get('requestId'))
    if (c.get('holdsToken')) {
      c.res.headers.set('referrer-policy', 'no-referrer')
      c.res.headers.set('cache-control', 'no-store')
    }
    if (c.get('holdsToken') || isInternal.test(c.get('route') ?? '')) c.res.headers.set('x-robots-tag', 'noindex, nofollow')
    const took = performance.now() - began
    // A disconnected client gets no response, and its request does not count as a failure of the server.
    const status = c.env?.incoming?.socket.destroyed ? clientLeft : c.res.status
    const answered = { method: c.req.method, route: c.get('route') ?? 'unknown', status }
    measured?.metrics.requests.observe(answered, took / 1_000)
    const code = c.get('refusedWith')
    app.log.info({ requestId: c.get('requestId'), ...answered, ...(code && { code }), took: Math.round(took) })
  })
  http.use(wall)
  const signed = new Set(operations.filter((one) => one.allows === 'S').map(pathOf))
  http.use(async (c, next) => {
    const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (!isSafe && !signed.has(c.req.path) && !originIsOurs(app, c.req.raw.headers)) throw requestProblems.foreignOrigin()
    await next()
  })
  http.use(limitBodies(operations))
  if (pages?.mode === 'production') serveBuild(http)
  serveMachine(http, app, parts)
  if (moveClock && app.config.TEST_CONTROL) serveClock(http, { moveClock, onMoved: () => empty(publicCache) })
  if (showMails && !app.config.isProduction) serveMails(http, showMails)
  serveOperations(http, app, { ...parts, publicCache, readGate })
  if (pages) servePages(http, app, { pages, pageLimits, publicCache, readGate })
  return http
}

/** Screens behind a sign-in, which search engines must not list. */
const isInternal = /^\/(admin|dashboard|provider-dashboard|konto|meine-buchungen)\b/

/** Sets the security headers (docs/spec.md#browser-wall); frame-ancestors by the setting. A page has its own content policy. */
function securityHeaders(app: App): MiddlewareHandler<HttpEnv> {
  let wall = securityFor(app, [])
  return async (c, next) => {
    // From memory: files and probes are served while the database is slow or down.
    const { embeddingOrigins = wall.embeddingOrigins } = knownSettings(app) ?? {}
    if (embeddingOrigins.join(' ') !== wall.embeddingOrigins.join(' ')) wall = securityFor(app, embeddingOrigins)
    await wall.raise(c, next)
    const inline = c.get('inline')
    const rules = c.res.headers.get('content-security-policy')
    const ofFile = rules === null ? wall.policy : filePolicy(rules)
    c.res.headers.set('content-security-policy', inline ? contentPolicy({ ...wall, inline }) : ofFile)
  }
}

/** Browser features that none of our pages uses; embedded and injected content gets none of them. */
const permissionsPolicy = Object.fromEntries(
  ['accelerometer', 'camera', 'displayCapture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb'].map(
    (feature) => [feature, []],
  ),
)

function securityFor(app: App, embeddingOrigins: readonly string[]) {
  const origins = { checkoutOrigin: app.payments.checkoutOrigin, embeddingOrigins }
  const raise = secureHeaders({
    xFrameOptions: embeddingOrigins.length ? false : 'DENY',
    strictTransportSecurity: app.config.isProduction ? 'max-age=63072000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy,
    crossOriginResourcePolicy: 'same-origin',
    // For obsolete browsers and programs; on a phone every byte delays the first paint.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    overwrite: false,
  })
  return { ...origins, policy: contentPolicy(origins), raise }
}

type Answering = Parts & { publicCache: PublicCache; readGate: ReadGate }

function serveOperations(
  http: Hono<HttpEnv>,
  app: App,
  { operations, publicCache, readGate, cachesResponses = true, readOnlyDb = app.db }: Answering,
) {
  const reading: App = { ...app, db: readOnlyDb }
  const shown = publicApp(app) ?? reading
  for (const one of operations) {
    const path = pathOf(one)
    const changes = !isReadOnly(one)
    // Changes by visitors are notified by the database, a moment later.
    const changesPages = changes && !['V', 'T', 'S'].includes(one.allows)
    const runsOn = ({ session, admin }: Caller) => (changes ? app : isPublicRead(one) && !session && !admin ? shown : reading)
    http.on(methodOf(one), path, asRoute(path), mayHaveEtag(one) ? etag() : pass, async (c) => {
      if (one.kind !== 'resource') c.header('cache-control', 'no-store')
      const cache = cachesResponses && publicCache.hearsChanges() ? publicCache.answers : undefined
      const answer = await handleOperation(app, one, { c, runsOn, cache, readGate })
      // Before the response, so that the caller sees the change.
      if (changes) app.replica?.noteChange()
      if (changesPages) empty(publicCache)
      return answer
    })
  }
  for (const path of ['/functions/*', '/rest/*', '/storage/*', '/auth/v1/*', '/webhooks/*']) {
    http.all(path, asRoute(path), () => {
      throw requestProblems.unknown()
    })
  }
}

/** App of public reads if there is a replica (docs/spec.md#replicas). */
const publicApp = (app: App) => app.replica && { ...app, db: app.replica.db }

/** The response is the same for all visitors. */
const isPublicRead = (one: AnyEndpoint) => 'isCached' in one && one.isCached

/** Public resources get an ETag, so that caches which revalidate get a short "not modified". */
const mayHaveEtag = (one: AnyEndpoint) => one.kind === 'resource' && one.allows === 'V'

const pass = (_c: unknown, next: () => Promise<void>) => next()

/** Returns the path of the page behind a request. The browser's router reads only the data, at '/search.data' or '/search/_.data'. */
export const pagePathOf = (path: string) => path.replace(/(\/_|\/_root)?\.data$/, '') || '/'

/** Names a page's route for the log, compiled once: the router's own matching compiles every pattern for every request. */
const routeOf = (pattern: string) => ({
  pattern,
  matches: new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
})

/**
 * Patterns of routes with this field in their `handle`: `holdsToken` for pages whose address contains a token, which must not leak in a
 * Referer or a cache, for the page and for its data (docs/spec.md#browser-wall).
 */
const patternsOf = ({ routes }: ServerBuild, word: 'holdsToken'): ReadonlySet<string> =>
  new Set(Object.values(routes).flatMap((route) => (Object(route?.module.handle)[word] === true ? [`/${route?.path ?? ''}`] : [])))

type Serving = { pages: Pages; pageLimits: readonly PageLimit[]; publicCache: PublicCache; readGate: ReadGate }

function servePages(http: Hono<HttpEnv>, app: App, { pages, pageLimits, publicCache, readGate }: Serving) {
  const shown = publicApp(app) ?? app
  let handler: ReturnType<typeof createRequestHandler> | undefined
  let routes: { pattern: string; matches: RegExp }[] = []
  /** Most addresses equal a pattern. */
  let exact: ReadonlySet<string> = new Set()
  let secret: ReadonlySet<string> = new Set()
  let cachedNames: ReturnType<typeof cachedRoutes> = new Map()
  const compression = compress()
  http.all('*', async (c) => {
    if (!handler) {
      const build = await pages.build()
      routes = Object.values(build.routes).flatMap((route) => (route?.path && route.path !== '*' ? [routeOf(`/${route.path}`)] : []))
      exact = new Set(['/', ...routes.map(({ pattern }) => pattern)])
      cachedNames = cachedRoutes(build)
      secret = patternsOf(build, 'holdsToken')
      handler = createRequestHandler(pages.mode === 'development' ? pages.build : build, pages.mode)
    }
    const path = pagePathOf(c.req.path)
    c.set('route', exact.has(path) ? path : (routes.find(({ matches }) => matches.test(path))?.pattern ?? 'page not found'))
    c.set('holdsToken', secret.has(c.get('route')))
    const limited = pageLimits.find(({ pattern }) => pattern === c.get('route'))
    if (limited) await consumeLimits(app, limited.limits(clientIp(app, c)))
    const answering = handler
    const names = cachedNames.get(c.get('route'))
    if (names) c.req.raw = onlyReads(c.req.raw, names)
    const key = names && keyOf(c)
    const isCaching = pages.mode === 'production' && publicCache.hearsChanges()
    const renderFrom = (source: App) => {
      const work = () => render(source, c, { handler: answering, http })
      return names ? readGate(work) : work()
    }
    if (key === undefined || !isCaching) {
      const { answer } = await renderFrom(key === undefined ? app : shown)
      await compression(c, async () => {
        c.res = answer
      })
      return c.res
    }
    // Compressed once, when it is cached.
    const rendered = await publicCache.pages.get(key, async () => {
      const { answer, inline } = await renderFrom(shown)
      return toCachedPage(answer, inline, c.req.raw.headers)
    })
    if ('answer' in rendered) return rendered.answer
    c.set('inline', rendered.page.inline)
    return respondCached(rendered.page, c.req.raw.headers)
  })
}
