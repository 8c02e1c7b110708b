import { randomUUID } from 'node:crypto'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { NONCE, secureHeaders } from 'hono/secure-headers'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { z } from 'zod'
import type { App } from './app.ts'
import { clientIp, type HttpEnv, originIsOurs } from './calls/caller.ts'
import { type AnyEndpoint, type Limit, methodOf, pathOf } from './calls/endpoint.ts'
import { cleanRequest } from './calls/incoming.ts'
import { consumeLimits } from './calls/limits.ts'
import { describeOperations } from './calls/openapi.ts'
import { answerOperation, refuse, requestProblems } from './calls/operations.ts'
import { appOf, nonceOf, settingsOf, viewerOf } from './pageContext.ts'
import { readRecentSettings } from './settings.ts'

export type Pages = { build: () => Promise<ServerBuild>; mode: 'development' | 'production' }

/** JSON bodies are small; uploads bound themselves while they stream (docs/spec.md#json-size). */
const maxJsonBytes = 256 * 1024

/** Pages that cost as much as the operation that they show share its limit. */
export type PageLimit = { pattern: string; limits: (ip: string) => Limit[] }
type Parts = { operations: readonly AnyEndpoint[]; pages?: Pages; pageLimits?: readonly PageLimit[]; moveClock?: (to: Date) => void }

/** All of HTTP: the browser wall, the operations, the files of the build, the pages. */
export async function createHttp(app: App, { operations, pages, pageLimits = [], moveClock }: Parts) {
  const http = new Hono<HttpEnv>()
  http.onError((error, c) => refuse(app, error, c))
  http.use(async (c, next) => {
    c.set('requestId', randomUUID())
    c.header('x-request-id', c.get('requestId'))
    c.req.raw = cleanRequest(c.req.raw)
    const began = performance.now()
    await next()
    if (holdsSecret(c.req.path)) {
      c.res.headers.set('referrer-policy', 'no-referrer')
      c.res.headers.set('cache-control', 'no-store')
    }
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
  if (pages?.mode === 'production') serveBuild(http)
  serveMachine(http, app, operations)
  if (moveClock && app.config.TEST_CONTROL) serveClock(http, moveClock)
  serveOperations(http, app, operations)
  if (pages) servePages(http, app, { pages, pageLimits })
  return http
}

/**
 * Pages whose address contains a secret. It must not leak in a Referer or a cache (docs/spec.md#browser-wall), whether the page or its data
 * are requested.
 */
const holdsSecret = (path: string) =>
  /^\/(payment-success(-provider)?|auth\/(confirm|reset)|(verify|undo)-bank-update|buchung|bewerten|bewertung-bestaetigen|abmelden|vertrag-widerrufen)\/?$/i.test(
    pagePathOf(path),
  )

/** The browser wall (docs/spec.md#browser-wall), per response with a nonce; frame-ancestors as the setting stands. */
function securityHeaders(app: App): MiddlewareHandler {
  let wall = { origins: '', raise: securityHeadersFor(app, []) }
  return async (c, next) => {
    // Without the database the last known wall stays.
    const settings = await readRecentSettings(app).catch(() => undefined)
    const origins = settings?.embeddingOrigins.join(' ') ?? wall.origins
    if (origins !== wall.origins) wall = { origins, raise: securityHeadersFor(app, settings?.embeddingOrigins ?? []) }
    return wall.raise(c, next)
  }
}

const securityHeadersFor = (app: App, embeddingOrigins: string[]) =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: [NONCE, "'strict-dynamic'"],
      styleSrc: ["'self'", NONCE],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      manifestSrc: ["'self'"],
      formAction: ["'self'", app.payments.checkoutOrigin],
      baseUri: ["'none'"],
      frameAncestors: embeddingOrigins.length ? embeddingOrigins : ["'none'"],
    },
    xFrameOptions: embeddingOrigins.length ? false : 'DENY',
    strictTransportSecurity: app.config.isProduction ? 'max-age=63072000; includeSubDomains' : false,
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginResourcePolicy: 'same-origin',
    // A response with a file sets its own, narrower wall.
    overwrite: false,
  })

function serveBuild(http: Hono<HttpEnv>) {
  const cached = (seconds: number, isImmutable: boolean) => (_path: string, c: { header: (name: string, value: string) => void }) =>
    c.header('cache-control', `public, max-age=${seconds}${isImmutable ? ', immutable' : ''}`)
  const root = './build/client'
  http.use('/assets/*', asRoute('/assets/*'), serveStatic({ root, precompressed: true, onFound: cached(31_536_000, true) }))
  for (const path of ['/pictures/*', '/favicon.svg', '/favicon.ico', '/apple-touch-icon.png']) {
    http.use(path, asRoute(path), serveStatic({ root, onFound: cached(86_400, false) }))
  }
}

const asRoute = (route: string) => async (c: { set: (name: 'route', value: string) => void }, next: () => Promise<void>) => {
  c.set('route', route)
  await next()
}

function serveMachine(http: Hono<HttpEnv>, app: App, operations: readonly AnyEndpoint[]) {
  http.get('/healthz', asRoute('/healthz'), (c) => c.json({ ok: true }))
  http.get('/readyz', asRoute('/readyz'), async (c) => {
    await app.pool.query('select 1')
    return c.json({ ok: true })
  })
  let document: ReturnType<typeof describeOperations> | undefined
  http.get('/openapi.json', asRoute('/openapi.json'), (c) => {
    document ??= describeOperations(app, operations)
    return c.json(document)
  })
}

/** The product's clock moves by request in tests (docs/spec.md#test-clock); the configuration refuses this in production. */
function serveClock(http: Hono<HttpEnv>, moveClock: (to: Date) => void) {
  http.post('/__test/clock', asRoute('/__test/clock'), async (c) => {
    const { now } = z.object({ now: z.coerce.date() }).parse(await c.req.json())
    moveClock(now)
    return c.json({ now })
  })
}

function serveOperations(http: Hono<HttpEnv>, app: App, operations: readonly AnyEndpoint[]) {
  for (const one of operations) {
    const path = pathOf(one)
    http.on(methodOf(one), path, asRoute(path), mayBeKept(one) ? etag() : pass, boundsItself(one) ? pass : jsonLimit, async (c) => {
      if (one.kind !== 'resource') c.header('cache-control', 'no-store')
      return answerOperation(app, one, c)
    })
  }
  for (const path of ['/functions/*', '/rest/*', '/storage/*', '/auth/v1/*', '/webhooks/*']) {
    http.all(path, asRoute(path), () => {
      throw requestProblems.unknown()
    })
  }
}

/** Public resources get an ETag, so that caches which ask again get a short "not modified". */
const mayBeKept = (one: AnyEndpoint) => one.kind === 'resource' && one.allows === 'V'

/** An upload counts its bytes while it reads them; a limit before that would hold the whole body in memory. */
const boundsItself = (one: AnyEndpoint) => one.kind === 'raw' && one.allows !== 'S'
const pass = (_c: unknown, next: () => Promise<void>) => next()
const countedLimit = bodyLimit({ maxSize: maxJsonBytes, onError: refuseSize })

/**
 * Node limits a body to its Content-Length. Only a body without one is counted, because counting it as a stream costs more than the rest of
 * the call.
 */
const jsonLimit: MiddlewareHandler<HttpEnv> = (c, next) => {
  const named = c.req.header('content-length')
  if (named === undefined || c.req.header('transfer-encoding') !== undefined) return countedLimit(c, next)
  return Number(named) <= maxJsonBytes ? next() : refuseSize()
}

function refuseSize(): never {
  throw requestProblems.tooLarge()
}

/** The path of the page behind a request. The browser's router reads only the data, at '/search.data' or '/search/_.data'. */
export const pagePathOf = (path: string) => path.replace(/(\/_|\/_root)?\.data$/, '') || '/'

/** A page's route for the log, compiled once: the router's own matching compiles every pattern for every request. */
const routeOf = (pattern: string) => ({
  pattern,
  matches: new RegExp(`^${pattern.replace(/\/:\w+\?/g, '(?:/[^/]+)?').replace(/:\w+/g, '[^/]+')}/?$`, 'i'),
})

function servePages(http: Hono<HttpEnv>, app: App, { pages, pageLimits }: { pages: Pages; pageLimits: readonly PageLimit[] }) {
  let handler: ReturnType<typeof createRequestHandler> | undefined
  let routes: { pattern: string; matches: RegExp }[] = []
  http.use('*', compress())
  http.all('*', async (c) => {
    if (!handler) {
      const build = await pages.build()
      routes = Object.values(build.routes).flatMap((route) => (route?.path && route.path !== '*' ? [routeOf(`/${route.path}`)] : []))
      handler = createRequestHandler(pages.mode === 'development' ? pages.build : build, pages.mode)
    }
    const path = pagePathOf(c.req.path)
    c.set('route', path === '/' ? '/' : (routes.find(({ matches }) => matches.test(path))?.pattern ?? 'page not found'))
    const limited = pageLimits.find(({ pattern }) => pattern === c.get('route'))
    if (limited) await consumeLimits(app, limited.limits(clientIp(app, c)))
    const context = new RouterContextProvider()
    context.set(appOf, app)
    context.set(nonceOf, c.get('secureHeadersNonce'))
    const viewer = await app.hooks.findSession(app, c.req.header('cookie') ?? '')
    context.set(viewerOf, viewer ? { email: viewer.email } : undefined)
    const settings = await readRecentSettings(app).catch(() => undefined)
    if (settings) context.set(settingsOf, { orderLabel: settings.orderLabel, payoutWeekday: settings.payoutSchedule.weekday })
    const answer = await handler(c.req.raw, context)
    if (viewer) answer.headers.set('cache-control', 'private, no-store')
    if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-cache')
    return answer
  })
}
