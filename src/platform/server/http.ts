import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { z } from 'zod'
import type { App } from './app.ts'
import { asRoute, serveBuild } from './buildFiles.ts'
import { limitBodies } from './calls/bodyBounds.ts'
import { clientIp, type HttpEnv, originIsOurs } from './calls/caller.ts'
import { type AnyEndpoint, type Caller, isReading, type Limit, methodOf, pathOf } from './calls/endpoint.ts'
import { cleanRequest } from './calls/incoming.ts'
import { consumeLimits } from './calls/limits.ts'
import { describeOperations } from './calls/openapi.ts'
import { answerOperation, type KeptAnswer, refuse } from './calls/operations.ts'
import { requestProblems } from './calls/problems.ts'
import { contentPolicy } from './contentPolicy.ts'
import type { Database } from './db.ts'
import { type Running, readReadiness } from './health.ts'
import { type Kept, openKept } from './kept/kept.ts'
import { answerKept, asKept, keptRoutes, keyOf, onlyReads, openKeptPages, type Rendered } from './kept/keptPages.ts'
import { render } from './rendering.ts'
import { forgetRecentSettings, knownSettings, readRecentSettings } from './settings.ts'

export type Pages = { build: () => Promise<ServerBuild>; mode: 'development' | 'production' }

/** Pages that cost as much as the operation that they show share its limit. */
export type PageLimit = { pattern: string; limits: (ip: string) => Limit[] }
type Parts = {
  operations: readonly AnyEndpoint[]
  pages?: Pages
  pageLimits?: readonly PageLimit[]
  moveClock?: (to: Date) => void
  /** Pictures of all mails, outside production. */
  showMails?: (path: string) => Promise<Response | undefined>
  /** False where somebody changes the database beside the product and looks at once: the tests. */
  keepsAnswers?: boolean
  /** The state of the process, for probes. */
  running?: Running
  /** What operations read from that only read; the tests give one that refuses to write. */
  readingDb?: Database
}

/** What this process keeps for everybody, as long as it hears of changes. */
type KeptForAll = { pages: Kept<Rendered>; answers: Kept<KeptAnswer>; hearsChanges: () => boolean }

function empty({ pages, answers }: KeptForAll) {
  pages.empty()
  answers.empty()
}

/** All of HTTP: the browser wall, the operations, the files of the build, the pages. */
export async function createHttp(app: App, parts: Parts) {
  const { operations, pages, pageLimits = [], moveClock, showMails } = parts
  const http = new Hono<HttpEnv>()
  const olderByMs = () => app.replicas?.olderByMs() ?? 0
  const kept: KeptForAll = {
    pages: openKeptPages(olderByMs),
    answers: openKept<KeptAnswer>({ mostBytes: 24 * 1024 * 1024, bytesOf: ({ bytes }) => bytes.length + 500, olderByMs }),
    hearsChanges: app.live.onShown(() => {
      app.replicas?.noteChange()
      forgetRecentSettings(app)
      empty(kept)
    }),
  }
  await readRecentSettings(app).catch(() => undefined)
  http.onError((error, c) => refuse(app, error, c))
  // Before everything else: it says that the process lives, whatever it waits for.
  http.get('/healthz', (c) => c.json({ ok: true }))
  http.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.req.raw = cleanRequest(c.req.raw)
    const began = performance.now()
    await next()
    // Set before, a page would not have it.
    c.res.headers.set('x-request-id', c.get('requestId'))
    if (c.get('holdsSecret')) {
      c.res.headers.set('referrer-policy', 'no-referrer')
      c.res.headers.set('cache-control', 'no-store')
    }
    if (c.get('holdsSecret') || isInternal.test(c.get('route') ?? '')) c.res.headers.set('x-robots-tag', 'noindex, nofollow')
    const took = Math.round(performance.now() - began)
    app.log.info({ requestId: c.get('requestId'), method: c.req.method, route: c.get('route') ?? 'unknown', status: c.res.status, took })
  })
  // Vite's own development scripts need more than the wall allows, so the wall is only left out in development.
  if (pages?.mode !== 'development') http.use(securityHeaders(app))
  const signed = new Set(operations.filter((one) => one.allows === 'S').map(pathOf))
  http.use(async (c, next) => {
    const isSafe = ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
    if (!isSafe && !signed.has(c.req.path) && !originIsOurs(app, c.req.raw.headers)) throw requestProblems.foreignOrigin()
    await next()
  })
  http.use(limitBodies(operations))
  if (pages?.mode === 'production') serveBuild(http)
  serveMachine(http, app, parts)
  if (moveClock && app.config.TEST_CONTROL) serveClock(http, kept, moveClock)
  if (showMails && !app.config.isProduction) serveMails(http, showMails)
  serveOperations(http, app, { ...parts, kept })
  if (pages) servePages(http, app, { pages, pageLimits, kept })
  return http
}

/** Screens behind a sign-in: no search engine lists them. */
const isInternal = /^\/(admin|dashboard|provider-dashboard|konto|meine-buchungen)\b/

/** The browser wall (docs/spec.md#browser-wall); frame-ancestors as the setting stands. A page brings its own content policy. */
function securityHeaders(app: App): MiddlewareHandler<HttpEnv> {
  let wall = wallFor(app, [])
  return async (c, next) => {
    // From memory: files and probes are answered while the database is slow or away.
    const { embeddingOrigins = wall.embeddingOrigins } = knownSettings(app) ?? {}
    if (embeddingOrigins.join(' ') !== wall.embeddingOrigins.join(' ')) wall = wallFor(app, embeddingOrigins)
    await wall.raise(c, next)
    const inline = c.get('inline')
    if (inline) c.res.headers.set('content-security-policy', contentPolicy({ ...wall, inline }))
    // An answer with a file sets its own, narrower policy.
    else if (!c.res.headers.has('content-security-policy')) c.res.headers.set('content-security-policy', wall.policy)
  }
}

/** Browser features that no page of ours uses; embedded and injected content gets none of them. */
const permissionsPolicy = Object.fromEntries(
  ['accelerometer', 'camera', 'displayCapture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment', 'usb'].map(
    (feature) => [feature, []],
  ),
)

function wallFor(app: App, embeddingOrigins: readonly string[]) {
  const origins = { checkoutOrigin: app.payments.checkoutOrigin, embeddingOrigins }
  const raise = secureHeaders({
    xFrameOptions: embeddingOrigins.length ? false : 'DENY',
    strictTransportSecurity: app.config.isProduction ? 'max-age=63072000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    permissionsPolicy,
    crossOriginResourcePolicy: 'same-origin',
    // Of browsers and programs that are gone; a phone waits for every byte before the first paint.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
    overwrite: false,
  })
  return { ...origins, policy: contentPolicy(origins), raise }
}

function serveMachine(http: Hono<HttpEnv>, app: App, { operations, running }: Parts) {
  http.get('/readyz', asRoute('/readyz'), async (c) => {
    const { status, body } = await readReadiness(app, running)
    return c.json(body, status)
  })
  let document: ReturnType<typeof describeOperations> | undefined
  http.get('/openapi.json', asRoute('/openapi.json'), (c) => {
    document ??= describeOperations(app, operations)
    return c.json(document)
  })
}

/** The product's clock moves by request in tests (docs/spec.md#test-clock); the configuration refuses this in production. */
function serveClock(http: Hono<HttpEnv>, kept: KeptForAll, moveClock: (to: Date) => void) {
  http.post('/__test/clock', asRoute('/__test/clock'), async (c) => {
    const { now } = z.object({ now: z.coerce.date() }).parse(await c.req.json())
    moveClock(now)
    empty(kept)
    return c.json({ now })
  })
}

function serveMails(http: Hono<HttpEnv>, showMails: NonNullable<Parts['showMails']>) {
  for (const path of ['/__mails', '/__mails/*'])
    http.get(path, asRoute('/__mails'), async (c) => (await showMails(c.req.path)) ?? c.notFound())
}

type Answering = Parts & { kept: KeptForAll }

function serveOperations(http: Hono<HttpEnv>, app: App, { operations, kept, keepsAnswers = true, readingDb = app.db }: Answering) {
  const reading: App = { ...app, db: readingDb }
  const shown = publicApp(app) ?? reading
  for (const one of operations) {
    const path = pathOf(one)
    const changes = !isReading(one)
    // What visitors do is heard of from the database, a moment later.
    const changesPages = changes && !['V', 'T', 'S'].includes(one.allows)
    const runsOn = ({ session, admin }: Caller) => (changes ? app : mayBeShown(one) && !session && !admin ? shown : reading)
    http.on(methodOf(one), path, asRoute(path), mayBeKept(one) ? etag() : pass, async (c) => {
      if (one.kind !== 'resource') c.header('cache-control', 'no-store')
      const answer = await answerOperation(app, one, { c, runsOn, kept: keepsAnswers && kept.hearsChanges() ? kept.answers : undefined })
      // Before it is answered, so that whoever changed something sees it.
      if (changes) app.replicas?.noteChange()
      if (changesPages) empty(kept)
      return answer
    })
  }
  for (const path of ['/functions/*', '/rest/*', '/storage/*', '/auth/v1/*', '/webhooks/*']) {
    http.all(path, asRoute(path), () => {
      throw requestProblems.unknown()
    })
  }
}

/** Where everybody's reads go when there are replicas (docs/spec.md#replicas). */
const publicApp = (app: App) => app.replicas && { ...app, db: app.replicas.db }

/** The same for everybody. */
const mayBeShown = (one: AnyEndpoint) => 'isKept' in one && one.isKept

/** Public resources get an ETag, so that caches which ask again get a short "not modified". */
const mayBeKept = (one: AnyEndpoint) => one.kind === 'resource' && one.allows === 'V'

const pass = (_c: unknown, next: () => Promise<void>) => next()

/** The path of the page behind a request. The browser's router reads only the data, at '/search.data' or '/search/_.data'. */
export const pagePathOf = (path: string) => path.replace(/(\/_|\/_root)?\.data$/, '') || '/'

/** A page's route for the log, compiled once: the router's own matching compiles every pattern for every request. */
const routeOf = (pattern: string) => ({
  pattern,
  matches: new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
})

/**
 * Patterns of routes whose `handle` says so: `holdsSecret` for pages whose address contains a secret, which must not leak in a Referer or a
 * cache, whether the page or its data are requested (docs/spec.md#browser-wall).
 */
const patternsOf = ({ routes }: ServerBuild, word: 'holdsSecret'): ReadonlySet<string> =>
  new Set(Object.values(routes).flatMap((route) => (Object(route?.module.handle)[word] === true ? [`/${route?.path ?? ''}`] : [])))

type Serving = { pages: Pages; pageLimits: readonly PageLimit[]; kept: KeptForAll }

function servePages(http: Hono<HttpEnv>, app: App, { pages, pageLimits, kept }: Serving) {
  const shown = publicApp(app) ?? app
  let handler: ReturnType<typeof createRequestHandler> | undefined
  let routes: { pattern: string; matches: RegExp }[] = []
  /** Most addresses are a pattern as they stand. */
  let exact: ReadonlySet<string> = new Set()
  let secret: ReadonlySet<string> = new Set()
  let keptNames: ReturnType<typeof keptRoutes> = new Map()
  const squeeze = compress()
  http.all('*', async (c) => {
    if (!handler) {
      const build = await pages.build()
      routes = Object.values(build.routes).flatMap((route) => (route?.path && route.path !== '*' ? [routeOf(`/${route.path}`)] : []))
      exact = new Set(['/', ...routes.map(({ pattern }) => pattern)])
      keptNames = keptRoutes(build)
      secret = patternsOf(build, 'holdsSecret')
      handler = createRequestHandler(pages.mode === 'development' ? pages.build : build, pages.mode)
    }
    const path = pagePathOf(c.req.path)
    c.set('route', exact.has(path) ? path : (routes.find(({ matches }) => matches.test(path))?.pattern ?? 'page not found'))
    c.set('holdsSecret', secret.has(c.get('route')))
    const limited = pageLimits.find(({ pattern }) => pattern === c.get('route'))
    if (limited) await consumeLimits(app, limited.limits(clientIp(app, c)))
    const answering = handler
    const names = keptNames.get(c.get('route'))
    if (names) c.req.raw = onlyReads(c.req.raw, names)
    const key = names && keyOf(c)
    const isKeeping = pages.mode === 'production' && kept.hearsChanges()
    if (key === undefined || !isKeeping) {
      const { answer } = await render(key === undefined ? app : shown, c, { handler: answering, http })
      await squeeze(c, async () => {
        c.res = answer
      })
      return c.res
    }
    // Packed once, when it is kept.
    const rendered = await kept.pages.get(key, async () => {
      const { answer, inline } = await render(shown, c, { handler: answering, http })
      return asKept(answer, inline, c.req.raw.headers)
    })
    if ('answer' in rendered) return rendered.answer
    c.set('inline', rendered.page.inline)
    return answerKept(rendered.page, c.req.raw.headers)
  })
}
