import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestApp } from '../../../../tests/testApp.ts'
import { createHttp } from '../http.ts'
import { openMetrics } from '../metrics/metrics.ts'
import { endpoint } from './endpoint.ts'

const { app } = await openTestApp({ DATABASE_POOL: '5' })
const running = 5 - 3
const most = running * 4

test('public reads beyond the bound are refused at once and told when to come back; payments are not counted', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  let begun = 0
  const search = endpoint({
    name: 'search-slowly',
    allows: 'V',
    summary: 'Test',
    isCached: true,
    body: z.object({ at: z.number() }),
    answer: z.object({}),
    run: async () => {
      begun += 1
      await mayEnd
      return {}
    },
  })
  const pay = endpoint({ name: 'pay-now', allows: 'V', summary: 'Test', body: z.object({}), answer: z.object({}), run: async () => ({}) })
  const metrics = openMetrics()
  const http = await createHttp(app, { operations: [search, pay], measured: { metrics, pools: {}, gauges: [] } })
  const ask = (at: number) => http.request('/functions/v1/search-slowly', post({ at }))
  const first = Array.from({ length: most }, (_, at) => ask(at))
  const refused = await ask(most)
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('cache-control')]).toEqual([503, '2', 'no-store'])
  expect(await refused.json()).toMatchObject({ code: 'request.overloaded' })
  expect((await http.request('/functions/v1/pay-now', post({}))).status).toBe(200)
  expect((await http.request('/healthz')).status).toBe(200)
  expect(await metrics.registry.getSingleMetricAsString('public_reads_refused_total')).toContain('public_reads_refused_total 1')
  expect(begun).toBe(running)
  end()
  expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(most).fill(200))
  expect((await ask(most + 1)).status).toBe(200)
})

const post = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: app.config.publicUrl },
  body: JSON.stringify(body),
})
