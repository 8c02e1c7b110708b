import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { noteRefusal } from '#src/money/payments/outageActions.ts'
import { beginBooks } from '#src/money/payments/reconciliation/actions.ts'
import { diskStorage } from '#src/platform/ports/diskStorage.ts'
import { httpsFeeds } from '#src/platform/ports/httpsFeeds.ts'
import { smtpMail } from '#src/platform/ports/smtpMail.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import type { App } from '#src/platform/server/app.ts'
import { openClock } from '#src/platform/server/clock.ts'
import { type Config, ConfigError, readConfig } from '#src/platform/server/config.ts'
import { migrate, OtherVersionError } from '#src/platform/server/database/migrate.ts'
import { openReplicas } from '#src/platform/server/database/replicas.ts'
import { forJobs, openDatabase, openPool, statementTimes, whenAccepted } from '#src/platform/server/db.ts'
import { clockAhead } from '#src/platform/server/health.ts'
import { createHttp } from '#src/platform/server/http.ts'
import { openLive } from '#src/platform/server/live.ts'
import { type Log, openLog } from '#src/platform/server/log.ts'
import { copyOperator, holdsDemo } from '#src/platform/server/settings.ts'
import { startJobs } from '#src/platform/server/workers/workers.ts'
import { loadPlaces } from '#src/site/search/places/actions.ts'
import { cacheReadings } from '#src/site/search/reading/readingActions.ts'
import { feedLimits } from '#src/supply/calendars/feeds/rules.ts'
import { loadCatalogue } from '#src/supply/services/catalogue/actions.ts'
import { holdIndex } from '#src/supply/services/understanding/actions.ts'
import { hooks, jobs, operations, pageLimits } from '#src/wiring.ts'

/**
 * Longer than proxies keep their connections (a minute, mostly): after Node's five seconds a request may meet a connection that is just being
 * closed, and only reads can be sent again.
 */
const keepAliveTimeout = 75_000
/** The first pages come before the jobs: two dozen workers open all connections of the pool at once, and take a tenth of a start. */
const firstPagesMs = 500

const isDevelopment = process.argv.includes('--dev')
// Not awaited: in the bundle, modules that load later import parts of this file and would wait for its end for ever.
void serve(configOrExit())

async function serve(config: Config) {
  const log = openLog(config.LOG_LEVEL)
  const clock = openClock()
  const vite = isDevelopment ? await (await import('#src/platform/server/vite.ts')).startVite() : undefined
  const build = vite?.build ?? (async () => (await import('../build/server/index.js' as string)) as ServerBuild)
  // They load while the database is asked.
  const loading = vite ? undefined : build()
  const step = (starting: string) => log.info({ starting }, 'starting')
  step('database')
  const { app, starting } = await openApp(config, log, clock.now)
  if (config.isProduction && (await holdsDemo(app.db))) refuse('Diese Datenbank enthält Demodaten. Im Betrieb wird eine leere gebraucht.')
  await copyOperator(app)
  step('places')
  await loadPlaces(starting)
  await loadCatalogue(starting)
  cacheReadings(app)
  if (!config.isProduction) {
    step('demo')
    await bringDemo(app, starting)
  }
  await starting.pool.end()
  await beginBooks(app)
  step('pages')
  await loading
  const life = { isStopping: false }
  const running = {
    isStopping: () => life.isStopping,
    isPolling: () => working.isPolling(),
    clockAheadSeconds: await reportClock(app),
  }
  const http = await createHttp(app, {
    operations,
    running,
    pages: { build, mode: vite ? 'development' : 'production' },
    pageLimits,
    moveClock: clock.moveTo,
    ...(config.isProduction
      ? {}
      : { showMails: async (path: string) => (await import('../scripts/mails/gallery.ts')).answerGallery(app, path) }),
  })
  const working = startJobs(forJobs(app), jobs, { afterMs: firstPagesMs })
  // Probes may send no Host; no address that we write depends on it.
  const serverOptions = { keepAliveTimeout, requireHostHeader: false }
  const server = createAdaptorServer({ fetch: http.fetch, hostname: 'localhost', serverOptions }) as Server
  vite?.mountOn(server)
  server.on('error', (error) => {
    log.fatal({ error: error.message }, 'cannot listen')
    process.exit(1)
  })
  server.listen({ port: config.PORT, host: config.host }, () => {
    log.info({ port: config.PORT, host: config.host }, 'listening')
    // Half a second of work: after the first pages, and before most searches. A search that comes earlier does it.
    setTimeout(() => void holdIndex(app).catch(() => undefined), 1_000).unref()
  })
  stopWhenAsked({ app, life, server, parts: [() => working.stop(), () => app.mail.close(), () => vite?.close()] })
}

/** Loads the demo if it is configured. While the database holds the demo, its pictures are drawn on first request. */
async function bringDemo(app: App, starting: App) {
  const { loadDemo, drawnStorage } = await import('../scripts/demo/loadDemo.ts')
  if (app.config.DEMO !== '0') await loadDemo(starting, app.config.DEMO === 'small' ? 'small' : 'living')
  if (await holdsDemo(app.db)) app.storage = drawnStorage(app.storage, app)
}

/** A wrong clock makes the PSP's webhooks and sessions look outdated: it would seem to be the PSP's fault. */
async function reportClock(app: App) {
  const seconds = await clockAhead(app)
  if (Math.abs(seconds) > mostClockSeconds)
    app.log.error({ clockAheadSeconds: seconds }, "the clock of this machine is not the database's: set it, or payments fail")
  return seconds
}
const mostClockSeconds = 30

/**
 * The database at its newest migration, and the ports to the outside. `starting` is the same with connections of its own, without limits of
 * time: for migrations and for what is loaded at start, which other servers wait for.
 */
async function openApp(config: Config, log: Log, now: () => Date): Promise<{ app: App; starting: App }> {
  const databaseUrl = config.DATABASE_URL ?? 'postgres://localhost/handschlag'
  const startPool = openPool({ url: databaseUrl, size: 2, log })
  await whenAccepted(() => migrate(startPool)).catch((error) => {
    if (!(error instanceof OtherVersionError)) throw error
    refuse(error.message)
  })
  const pool = openPool({ url: databaseUrl, size: config.DATABASE_POOL, log, statementMs: statementTimes.page })
  const db = openDatabase(pool)
  const urls = config.replicaUrls
  const replicas =
    urls.length > 0 && openReplicas({ urls, primaryUrl: databaseUrl, primary: pool, primaryDb: db, size: config.DATABASE_POOL, log })
  const app: App = {
    config,
    log,
    pool,
    db,
    ...(replicas && { replicas }),
    payments: stripePayments({ ...config.stripe, onKeyRefused: (reason) => noteRefusal(app, 'keyRefused', reason) }),
    mail: smtpMail({
      url: config.SMTP_URL ?? 'smtp://127.0.0.1:3003',
      from: config.mailFrom,
      name: config.BRAND_NAME,
      needsTls: config.smtpNeedsTls,
    }),
    feeds: httpsFeeds({ mostBytes: feedLimits.fileMegabytes * 1024 * 1024 }),
    storage: await openStorage(config),
    hooks,
    live: openLive({ url: databaseUrl, log }),
    now,
    random: randomBytes,
  }
  return { app, starting: { ...app, pool: startPool, db: openDatabase(startPool) } }
}

type Serving = { app: App; life: { isStopping: boolean }; server: Server; parts: readonly (() => void | Promise<void>)[] }

/** How long `/readyz` says 503 before the server closes, so that a load balancer sends nothing more. */
const drainMs = 5_000

/**
 * Stops in order: readiness, live events, requests, the other parts, the pool. A second signal changes nothing; ten seconds after the server
 * began to close the process exits anyway.
 */
function stopWhenAsked({ app, life, server, parts }: Serving) {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)

  async function stop() {
    if (life.isStopping) return
    life.isStopping = true
    app.log.info('stopping')
    if (app.config.isProduction) await pause(drainMs)
    setTimeout(() => process.exit(1), 10_000).unref()
    // A connection that has just answered stays open for its next request, which will never come.
    setInterval(() => server.closeIdleConnections(), 500).unref()
    // Streams would go on for hours, and the server waits for them: their readers go to another process.
    await app.live.close()
    await new Promise((resolve) => server.close(resolve))
    for (const end of parts) await end()
    await app.replicas?.close()
    await app.pool.end()
    process.exit(0)
  }
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    refuse(error.message)
  }
}

/** An expected reason not to start is shown as a sentence, without a stack. */
function refuse(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

async function openStorage(read: Config) {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = read
  if (!S3_BUCKET) return diskStorage(join(read.DATA_DIR, 'files'))
  // The library of the object storage is heavy, and on a disk nobody needs it.
  const { s3Storage } = await import('#src/platform/ports/s3Storage.ts')
  return s3Storage({
    bucket: S3_BUCKET,
    region: S3_REGION,
    ...(S3_ENDPOINT ? { endpoint: S3_ENDPOINT } : {}),
    accessKeyId: S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: S3_SECRET_ACCESS_KEY ?? '',
  })
}
