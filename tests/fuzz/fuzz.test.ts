import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnyEndpoint } from '#src/platform/server/calls/endpoint.ts'
import { methodOf, pathOf } from '#src/platform/server/calls/endpoint.ts'
import { operations } from '#src/wiring.ts'
import { openTestApp } from '../testApp.ts'
import { type CallerName, callers, openFixture } from './fixture.ts'
import { type Asked, requestsFor } from './requests.ts'
import { type Document, findResponseError } from './responseCheck.ts'

/**
 * Sends every operation as every caller, with requests generated from the OpenAPI document: no response may be a server error, violate the
 * document, or be slow. `npm test` sends a few hundred; `npm run faults -- --fuzz MINUTES --seed N` runs for long.
 */
const seed = Number(process.env.FUZZ_SEED ?? 1)
const minutes = Number(process.env.FUZZ_MINUTES ?? 0)
const timeoutMs = (Math.max(1, minutes) + 2) * 60_000
/** Requests per fixture; after more, too many of its objects are deleted. */
const requestsPerFixture = 150

const testApp = await openTestApp({ ADMIN_PASSWORD: 'Gelbe-Kanne-4', SEPA_PAYOUTS: '1', LIMITS_FACTOR: '1000000' })

test(`no request breaks an operation, seed ${seed}`, { timeout: timeoutMs }, async () => {
  const document = (await (await testApp.visitor.request('/openapi.json', {})).json()) as Document
  const fixture = await openFixture(testApp)
  const began = performance.now()
  const memory = memoryMegabytes()
  const faults = new Map<string, string>()
  let asked = 0
  let slowest = 0
  try {
    for (let round = 0; round === 0 || performance.now() - began < minutes * 60_000; round += 1) {
      for (const { one, caller, request } of requestsOfRound(document, round)) {
        if (asked % requestsPerFixture === requestsPerFixture - 1) await fixture.renew()
        asked += 1
        const operation = document.paths[pathOf(one).replace('*', '{path}')]?.[methodOf(one).toLowerCase()]
        if (!operation) throw new Error(`${one.name} is not in the document`)
        const sent = await fixture.send(request, caller)
        if (isFor(one, caller) && [401, 403].includes(sent.answer.status)) await fixture.reenter(caller)
        slowest = Math.max(slowest, sent.answer.took)
        const fault = findResponseError(operation, await patient(sent.answer, () => fixture.send(request, caller)))
        if (fault)
          faults.set(
            `${one.name} ${fault.slice(0, 60)}`,
            `${one.name} as ${caller}: ${fault}\n  ${JSON.stringify(sent.request).slice(0, 1_500)}`,
          )
      }
    }
  } finally {
    await fixture.close()
  }
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `fuzz: seed ${seed}, ${asked} requests in ${seconds} s, the slowest ${Math.round(slowest)} ms, memory ${memory} → ${memoryMegabytes()} MB`,
  )
  expect([...faults.values()].join('\n\n')).toBe('')
})

/** Repeats a slow request once, because a busy machine can cause the delay. */
const patient = async <Sent extends { took: number }>(answer: Sent, again: () => Promise<{ answer: Sent }>) =>
  answer.took > 2_000 ? (await again()).answer : answer

type Planned = { one: AnyEndpoint; caller: CallerName; request: Asked }

/**
 * Per operation two requests of permitted callers and one of another caller; varies by round, in an order set by the seed. calls.test.ts
 * proves that all others are refused.
 */
function requestsOfRound(document: Document, round: number): Planned[] {
  const pairs = operations.flatMap((one, at) => {
    const others = callers.filter((caller) => !isFor(one, caller))
    const other = others[(at + round) % others.length]
    return [...callers.filter((caller) => isFor(one, caller)).flatMap((caller) => [caller, caller]), ...(other ? [other] : [])].map(
      (caller) => ({ one, caller }),
    )
  })
  const planned = pairs.map(({ one, caller }, at) => {
    const schema =
      document.paths[pathOf(one).replace('*', '{path}')]?.[methodOf(one).toLowerCase()]?.requestBody?.content['application/json']?.schema
    const [request] = fc.sample(requestsFor(one, schema), { seed: seed * 1_000_003 + round * 10_007 + at, numRuns: 1 })
    return { one, caller, request: request ?? { method: 'GET', path: '/', headers: {} } }
  })
  const [order = []] = fc.sample(fc.array(fc.nat(), { minLength: planned.length, maxLength: planned.length }), {
    seed: seed + round,
    numRuns: 1,
  })
  return planned
    .map((one, at) => ({ one, key: order[at] ?? 0 }))
    .sort((left, right) => left.key - right.key)
    .map(({ one }) => one)
}

const whose: Partial<Record<AnyEndpoint['allows'], CallerName>> = {
  U: 'signedIn',
  U2: 'ownerPastCode',
  P: 'ownerPastCode',
  P2: 'ownerPastCode',
  A1: 'admin',
  A2: 'admin',
}
const isFor = ({ allows }: AnyEndpoint, caller: CallerName) => (whose[allows] ?? 'visitor') === caller

const memoryMegabytes = () => Math.round(process.memoryUsage().rss / 2 ** 20)
