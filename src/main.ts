import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import type { ServerBuild } from 'react-router'
import { noteRefusal } from '#src/money/payments/outageActions.ts'
import { markReconciliationStart } from '#src/money/payments/reconciliation/actions.ts'
import { configuredStorage } from '#src/platform/ports/configuredStorage.ts'
import { httpsFeeds } from '#src/platform/ports/httpsFeeds.ts'
import { smtpMail } from '#src/platform/ports/smtpMail.ts'
import { stripePayments } from '#src/platform/ports/stripePayments.ts'
import type { App } from '#src/platform/server/app.ts'
import { openClock } from '#src/platform/server/clock.ts'
import { type Config, ConfigError, readConfig } from '#src/platform/server/config.ts'
import { whenAccepted } from '#src/platform/server/database/connectionErrors.ts'
import { type MigrationStep, migrate, OtherVersionError } from '#src/platform/server/database/migrate.ts'
import { openReplica } from '#src/platform/server/database/replica.ts'
import { reportDroppedOptions } from '#src/platform/server/database/sessionOptions.ts'
import { forJobs, openDatabase, openPool, statementTimes } from '#src/platform/server/db.ts'
import { appVersion, clockAhead, mostClockSeconds } from '#src/platform/server/health.ts'
import { createHttp } from '#src/platform/server/http.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { openLive } from '#src/platform/server/live.ts'
import { type Log, openLog } from '#src/platform/server/log.ts'
import { type Metrics, measureProcess, openMetrics } from '#src/platform/server/metrics/metrics.ts'
import { copyOperator, holdsDemo } from '#src/platform/server/settings.ts'
import { startJobs } from '#src/platform/server/workers/workers.ts'
import { cacheInterpretations } from '#src/site/search/interpretation/interpretationActions.ts'
import { loadPlaces } from '#src/site/search/places/actions.ts'
import { feedLimits } from '#src/supply/calendars/feeds/rules.ts'
import { loadCatalogue } from '#src/supply/services/catalogue/actions.ts'
import { holdIndex } from '#src/supply/services/understanding/actions.ts'
import { gauges, hooks, jobs, operations, pageLimits } from '#src/wiring.ts'

/**
 * Longer than proxies keep their connections (a minute, mostly): after Node's five seconds a request may meet a connection that is just being
 * closed, and only reads can be sent again.
 */
const keepAliveTimeout = 75_000
/** The first pages come before the jobs: two dozen workers open all connections of their pool at once, and take a tenth of a start. */
const firstPagesMs = 500

const isDevelopment = process.argv.includes('--dev')
/** Only migrates, and ends: as a start does, or with the contracting migrations of this version, too. */
const onlyMigrates = process.argv.includes('--migrate')
const finishesUpgrade = process.argv.includes('--finish-upgrade')
// Not awaited: in the bundle, modules that load later import parts of this file and would wait for its end for ever.
void (onlyMigrates || finishesUpgrade ? migrateOnly(configOrExit()) : serve(configOrExit()))

async function serve(config: Config) {
  const reports = await openReports(config)
  const log = openLog(config.LOG_LEVEL, { ...(reports && { onError: reports.report }) })
  const clock = openClock()
  const vite = isDevelopment ? await (await import('#src/platform/server/vite.ts')).startVite() : undefined
  const build = vite?.build ?? (async () => (await import('../build/server/index.js' as string)) as ServerBuild)
  // The pages load while the database is queried.
  const loading = vite ? undefined : build()
  const step = (starting: string) => log.info({ starting }, 'starting')
  step('database')
  const metrics = openMetrics()
  measureProcess(metrics)
  const { app, starting, jobPool, sessions } = await openApp({ config, log, now: clock.now, metrics })
  if (config.isProduction && (await holdsDemo(app.db))) refuse('This database contains demo data. Production needs an empty one.')
  await copyOperator(app)
  step('places')
  await loadPlaces(starting)
  await loadCatalogue(starting)
  cacheInterpretations(app)
  if (!config.isProduction) {
    step('demo')
    await bringDemo(app, starting)
  }
  await starting.pool.end()
  await markReconciliationStart(app)
  await enqueue(app.db, { name: 'payments.readMethods', payload: {}, key: 'readMethods' })
  step('pages')
  await loading
  const life = { isStopping: false }
  const working =
    config.ROLE === 'web' ? undefined : startJobs(forJobs({ ...app, pool: jobPool }), jobs, { afterMs: firstPagesMs, sessions })
  const running = {
    isStopping: () => life.isStopping,
    ...(working && { isPolling: working.isPolling }),
    clockAheadSeconds: await reportClock(app),
  }
  const measured = { metrics, gauges, pools: { visitors: app.pool, jobs: jobPool } }
  const http = await createHttp(app, {
    running,
    measured,
    moveClock: clock.moveTo,
    ...(config.ROLE === 'worker'
      ? { operations: [] }
      : { operations, pages: { build, mode: vite ? 'development' : 'production' }, pageLimits }),
    ...(config.isProduction
      ? {}
      : { showMails: async (path: string) => (await import('../scripts/mails/gallery.ts')).answerGallery(app, path) }),
  })
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
  stopOnSignal({
    app,
    life,
    server,
    parts: [
      () => working?.stop(),
      () => jobPool.end(),
      () => sessions?.end(),
      () => app.mail.close(),
      () => vite?.close(),
      () => reports?.close(),
    ],
  })
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

/** The library is loaded only by a server that reports. */
async function openReports({ ERROR_REPORT_DSN: dsn, isProduction }: Config) {
  if (dsn === undefined) return undefined
  const { openErrorReports } = await import('#src/platform/ports/errorReports.ts')
  return openErrorReports({ dsn, release: await appVersion, environment: isProduction ? 'production' : 'development' })
}

async function migrateOrRefuse(pool: App['pool'], { log, isLast }: { log: Log; isLast: boolean }) {
  const onStep = (migration: MigrationStep) => log.info({ migration }, 'migrating')
  await whenAccepted(() => migrate(pool, { isLast, onStep })).catch((error) => {
    if (!(error instanceof OtherVersionError)) throw error
    refuse(error.message)
  })
}

async function migrateOnly(config: Config) {
  const log = openLog(config.LOG_LEVEL)
  const pool = openPool({ url: sessionUrlOf(config), size: 2, log })
  await migrateOrRefuse(pool, { log, isLast: finishesUpgrade || isAlone(config) })
  await pool.end()
}

/** On a developer's machine no server of another version runs on the database. */
function isAlone(config: Config) {
  return !config.isProduction && config.APP_ENV !== 'test'
}

/** Declarations, because `migrateOnly` runs before the constants of this file exist. */
function databaseUrlOf(config: Config) {
  return config.DATABASE_URL ?? 'postgres://localhost/handschlag'
}

function sessionUrlOf(config: Config) {
  return config.sessionUrl ?? databaseUrlOf(config)
}

type Opened = { app: App; starting: App; jobPool: App['pool']; sessions: App['pool'] | undefined }
type Opening = { config: Config; log: Log; now: () => Date; metrics: Metrics }

/**
 * Opens the database, migrated, and the ports. `starting`: the same app with a pool of its own and without statement limits, for migrations
 * and data loaded at start. `sessions`: pool of session connections, only with DATABASE_LISTEN_URL.
 */
async function openApp({ config, log, now, metrics }: Opening): Promise<Opened> {
  const databaseUrl = databaseUrlOf(config)
  const sessionUrl = sessionUrlOf(config)
  const startPool = openPool({ url: sessionUrl, size: 2, log })
  await migrateOrRefuse(startPool, { log, isLast: isAlone(config) })
  const pool = openPool({ url: databaseUrl, size: config.DATABASE_POOL, log, statementMs: statementTimes.page })
  const jobPool = openPool({ url: databaseUrl, size: config.DATABASE_JOB_POOL, log, statementMs: statementTimes.job })
  const sessions = config.DATABASE_LISTEN_URL ? openPool({ url: sessionUrl, size: 2, log, statementMs: statementTimes.job }) : undefined
  await whenAccepted(() => reportDroppedOptions(pool, log))
  const db = openDatabase(pool, { onConnected: (seconds) => metrics.connectionWaits.observe(seconds) })
  const url = config.DATABASE_READ_URL
  const replica = url && openReplica({ url, primary: pool, primaryDb: db, size: config.DATABASE_POOL, log })
  const app: App = {
    config,
    log,
    pool,
    db,
    ...(replica && { replica }),
    payments: stripePayments({ ...config.stripe, onKeyRefused: (reason) => noteRefusal(app, 'keyRefused', reason) }),
    mail: smtpMail({
      url: config.SMTP_URL ?? 'smtp://127.0.0.1:3003',
      from: config.mailFrom,
      name: config.BRAND_NAME,
      needsTls: config.smtpNeedsTls,
    }),
    feeds: httpsFeeds({ mostBytes: feedLimits.fileMegabytes * 1024 * 1024 }),
    storage: await configuredStorage(config),
    hooks,
    live: openLive({ url: sessionUrl, pool, log }),
    now,
    random: randomBytes,
  }
  return { app, starting: { ...app, pool: startPool, db: openDatabase(startPool) }, jobPool, sessions }
}

type Serving = { app: App; life: { isStopping: boolean }; server: Server; parts: readonly (() => void | Promise<void>)[] }

/** Time for which `/readyz` returns 503 before the server closes, so that a load balancer sends no more requests. */
const drainMs = 5_000

/**
 * Stops in order: readiness, live events, requests, the other parts, the pool. A second signal changes nothing; ten seconds after the server
 * began to close the process exits anyway.
 */
function stopOnSignal({ app, life, server, parts }: Serving) {
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
    await app.replica?.close()
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
