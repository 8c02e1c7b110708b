import type { Hono } from 'hono'
import { z } from 'zod'
import type { App } from './app.ts'
import { asRoute } from './buildFiles.ts'
import type { HttpEnv } from './calls/caller.ts'
import type { AnyEndpoint } from './calls/endpoint.ts'
import { describeOperations } from './calls/openapi.ts'
import { requestProblems } from './calls/problems.ts'
import { type Running, readReadiness } from './health.ts'
import { type Measured, readMetrics } from './metrics/metrics.ts'
import { areSame } from './secrets.ts'

type Machine = { operations: readonly AnyEndpoint[]; running?: Running; measured?: Measured }

/** Serves machines: readiness, metrics behind their token, and the OpenAPI document. */
export function serveMachine(http: Hono<HttpEnv>, app: App, { operations, running, measured }: Machine) {
  const { METRICS_TOKEN } = app.config
  if (measured && METRICS_TOKEN) {
    http.get('/metrics', asRoute('/metrics'), async (c) => {
      if (!areSame(c.req.header('authorization') ?? '', `Bearer ${METRICS_TOKEN}`)) throw requestProblems.unknown()
      const { contentType, text } = await readMetrics(app, measured)
      return c.text(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' })
    })
  }
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

/** Tests move the product's clock by request (docs/spec.md#test-clock); the configuration refuses this in production. */
export function serveClock(http: Hono<HttpEnv>, { moveClock, onMoved }: { moveClock: (to: Date) => void; onMoved: () => void }) {
  http.post('/__test/clock', asRoute('/__test/clock'), async (c) => {
    const { now } = z.object({ now: z.coerce.date() }).parse(await c.req.json())
    moveClock(now)
    onMoved()
    return c.json({ now })
  })
}

export function serveMails(http: Hono<HttpEnv>, showMails: (path: string) => Promise<Response | undefined>) {
  for (const path of ['/__mails', '/__mails/*'])
    http.get(path, asRoute('/__mails'), async (c) => (await showMails(c.req.path)) ?? c.notFound())
}
