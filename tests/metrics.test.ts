import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createHttp } from '#src/platform/server/http.ts'
import { openMetrics } from '#src/platform/server/metrics/metrics.ts'
import { gauges, operations } from '#src/wiring.ts'
import { openTestApp } from './testApp.ts'

const token = 'metrics-token-of-at-least-32-characters'
const { app } = await openTestApp({ METRICS_TOKEN: token })
const metrics = openMetrics()
const http = await createHttp(app, { operations, measured: { metrics, gauges, pools: { visitors: app.pool } } })

const scrape = (authorization?: string) => http.request('/metrics', { headers: authorization === undefined ? {} : { authorization } })
const lines = async () => (await (await scrape(`Bearer ${token}`)).text()).split('\n')

test('only the holder of the token reads the metrics', async () => {
  expect((await scrape()).status).toBe(404)
  expect((await scrape('Bearer wrong')).status).toBe(404)
  const { status, headers } = await scrape(`Bearer ${token}`)
  expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
})

test('requests are counted by the pattern of their route, without ids of their address', async () => {
  await http.request('/functions/v1/booking-feed/secret-of-somebody.ics')
  await http.request('/nowhere/secret-of-somebody')
  const seen = await lines()
  expect(seen).toContainEqual(expect.stringMatching(/^http_request_duration_seconds_count\{method="GET",route="[^"]+",status="404"\} \d/))
  expect(seen.filter((line) => line.includes('secret-of-somebody'))).toEqual([])
})

test('jobs, mails, payments and discrepancies are read from the database', async () => {
  await app.db
    .insertInto('paymentEvents')
    .values({ id: 'evt_1', objectId: 'cs_1', objectType: 'checkout', type: 'checkout.session.completed', receivedAt: app.now() })
    .execute()
  const seen = await lines()
  expect(seen).toContain('payment_events_open{type="checkout.session.completed"} 1')
  expect(seen).toContainEqual(expect.stringMatching(/^jobs\{state="waiting"\} \d+$/))
  expect(seen).toContainEqual(expect.stringMatching(/^database_connections\{pool="visitors",state="idle"\} \d+$/))
})

test('without the database the figures of the process are still served', async () => {
  const failing = { name: 'broken', help: 'broken', label: 'x', query: sql<never>`select no_such_column` }
  const broken = await createHttp(app, { operations: [], measured: { metrics, gauges: [failing], pools: { visitors: app.pool } } })
  const answer = await broken.request('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('http_request_duration_seconds_bucket')
  expect(await lines()).toContain('metrics_read_failures_total 1')
})

/** Metrics that prom-client or a process adds, without their suffixes. */
const ofProcess = ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes', 'up']

test('alert rules and the dashboard name metrics that exist, and each alert names its page of the operations guide', async () => {
  const known = new Set([...metrics.registry.getMetricsAsArray().map(({ name }) => name), ...gauges.map(({ name }) => name), ...ofProcess])
  const alerts = readFileSync('deploy/monitoring/alerts.yaml', 'utf8')
  const dashboard = readFileSync('deploy/monitoring/dashboard.json', 'utf8')
  const expressions = [
    ...[...alerts.matchAll(/^ +expr: (.+)$/gm)].map(([, text]) => text ?? ''),
    ...[...dashboard.matchAll(/"expr": "((?:[^"\\]|\\.)+)"/g)].map(([, text]) => text ?? ''),
  ]
  const named = expressions
    .flatMap((text) => text.match(/\b[a-z]+_[a-z_]+\b(?=[{[ )]|$)/g) ?? [])
    .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
  expect(named.length).toBeGreaterThan(15)
  expect(named.filter((name) => !known.has(name) && !/^(histogram_quantile|by|le)$/.test(name))).toEqual([])
  const guide = readFileSync('docs/operations.md', 'utf8')
  const anchors = [...guide.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  )
  const pages = [...alerts.matchAll(/runbook: docs\/operations\.md#(\S+)/g)].map(([, anchor]) => anchor)
  expect(pages).toHaveLength([...alerts.matchAll(/- alert:/g)].length)
  expect(pages.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([])
})
