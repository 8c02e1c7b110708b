import { Agent, request } from 'undici'

/** One benchmark: `bench/NAME.ts` exports `open`, which prepares it. `measure` prints figures and sets the exit code; `close` cleans up. */
export type Benchmark = { measure: () => Promise<void>; close: () => Promise<void> }

/** Value below which `share` (0 to 1) of the numbers lie. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
export const median = (numbers: readonly number[]) => quantile(numbers, 0.5)

/** Number of concurrent clients, each with a keep-alive connection of its own. */
export const atOnce = 8
const dispatcher = new Agent({ connections: atOnce })

/** A request: with a JSON body a POST; `isFresh`: with the cookie of an expired session, so that the page cache does not answer. */
export type Call = { url: string; body?: string; isFresh?: boolean }

/** Responses per second of `atOnce` clients during `roundMs`, or until `next` returns nothing. */
export async function rateOf(next: () => Call | undefined, roundMs = 1_500) {
  const start = performance.now()
  let answered = 0
  const client = async () => {
    for (let call = next(); call && performance.now() - start < roundMs; call = next()) {
      await (await send(call)).dump({ limit: Number.POSITIVE_INFINITY })
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, client))
  return (answered / (performance.now() - start)) * 1_000
}

/** Sends a request; any status but 200 is an error. */
async function send({ url, body, isFresh = false }: Call) {
  const origin = url.slice(0, url.indexOf('/', 'http://'.length)).replace('127.0.0.1', 'localhost')
  const response = await request(url, {
    dispatcher,
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json', origin }, body }),
    ...(isFresh && { headers: { cookie: 'session=over' } }),
  })
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${await response.body.text()}`)
  return response.body
}

export const read = async (call: Call) => (await send(call)).text()
