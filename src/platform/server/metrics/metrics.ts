import { type RawBuilder, sql } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '../app.ts'
import { describeError } from '../log.ts'

/** Number that is read from the database at each scrape, for each value of its label. */
export type ReadGauge = {
  name: string
  help: string
  label: string
  query: RawBuilder<{ label: string; value: number }>
}

/** Seconds; pages from the cache take about a millisecond, calls of the PSP seconds. */
const requestBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const waitBuckets = [0.001, 0.01, 0.1, 0.5, 1, 5, 10]

/** Instruments of this process (docs/operations.md#metrics). Labels are routes, states and kinds, never data of a person. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of HTTP requests',
      labelNames: ['method', 'route', 'status'],
      buckets: requestBuckets,
      registers,
    }),
    cacheLookups: new Counter({
      name: 'cache_lookups_total',
      help: 'Lookups in the public caches of this process',
      labelNames: ['cache', 'result'],
      registers,
    }),
    refusedReads: new Counter({
      name: 'public_reads_refused_total',
      help: 'Public pages and searches refused because enough of them were in progress',
      registers,
    }),
    connectionWaits: new Histogram({
      name: 'database_connection_wait_seconds',
      help: 'Time for which statements waited for a connection of the pool',
      buckets: waitBuckets,
      registers,
    }),
    connections: new Gauge({
      name: 'database_connections',
      help: 'Connections of each pool by state, and callers that wait for one',
      labelNames: ['pool', 'state'],
      registers,
    }),
    replica: new Gauge({ name: 'replica', help: 'State of the replica: 1 for the current one', labelNames: ['state'], registers }),
    replicaLag: new Gauge({ name: 'replica_lag_seconds', help: 'Possible lag of reads from the replica', registers }),
    listening: new Gauge({ name: 'live_listening', help: '1 while this process receives notifications, 0 while it does not', registers }),
    readFailures: new Counter({
      name: 'metrics_read_failures_total',
      help: 'Scrapes in which the database did not answer',
      registers,
    }),
  }
}
export type Metrics = ReturnType<typeof openMetrics>

/** Sources of a scrape: instruments of the process, its pools by name, and the figures of the slices. */
export type Measured = {
  metrics: Metrics
  pools: Record<string, Pick<App['pool'], 'totalCount' | 'idleCount' | 'waitingCount'>>
  gauges: readonly ReadGauge[]
}

/** Adds the figures of the process itself: CPU, memory, garbage collection, event-loop delay. Once per process. */
export const measureProcess = ({ registry }: Metrics) => collectDefaultMetrics({ register: registry })

/**
 * Returns the text of a scrape in Prometheus' format. If the database does not answer in time, only the figures of the process are in it.
 */
export async function readMetrics(app: App, { metrics, pools, gauges }: Measured) {
  for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
    metrics.connections.set({ pool, state: 'used' }, totalCount - idleCount)
    metrics.connections.set({ pool, state: 'idle' }, idleCount)
    metrics.connections.set({ pool, state: 'waiting' }, waitingCount)
  }
  if (app.replica) {
    for (const state of ['used', 'behind', 'alone'] as const) metrics.replica.set({ state }, app.replica.state() === state ? 1 : 0)
    metrics.replicaLag.set(app.replica.lagMs() / 1_000)
  }
  const isListening = app.live.isListening()
  if (isListening !== undefined) metrics.listening.set(isListening ? 1 : 0)
  const read = await readGauges(app, gauges).catch((error: unknown) => {
    metrics.readFailures.inc()
    app.log.warn({ error: describeError(error) }, 'metrics not read from the database')
    return undefined
  })
  const parts = [await metrics.registry.metrics(), ...(read === undefined ? [] : [await read.metrics()])]
  return { contentType: metrics.registry.contentType, text: parts.join('\n') }
}

/** One connection and one transaction for all of them, bounded in time, so that a scrape never holds up the visitors. */
async function readGauges(app: App, gauges: readonly ReadGauge[]) {
  const registry = new Registry()
  await app.db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(readMs)}`.execute(tx)
      for (const { name, help, label, query } of gauges) {
        const gauge = new Gauge({ name, help, labelNames: [label], registers: [registry] })
        const { rows } = await query.execute(tx)
        for (const one of rows) gauge.set({ [label]: one.label }, one.value)
      }
    })
  return registry
}
const readMs = 3_000
