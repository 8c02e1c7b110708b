import { Agent, request } from 'undici'

/**
 * One benchmark: `bench/NAME.ts` exports `open`, which prepares and says what is compared.
 * `baseline` and `measured` do the same number of steps each time they are called; `close` leaves nothing behind.
 */
export type Benchmark = { title: string; baseline: () => Promise<void>; measured: () => Promise<void>; close: () => Promise<void> }

/** A benchmark whose rounds differ: it measures and prints by itself, and sets the exit code. */
export type Alone = { measure: () => Promise<void>; close: () => Promise<void> }

/**
 * Runs both in turn (A B A B …), so that a change of the machine's load hits both. Returns milliseconds of each round. The first rounds
 * warm up and are not counted.
 */
export async function measureInTurn(
  { baseline, measured }: Pick<Benchmark, 'baseline' | 'measured'>,
  { rounds, warmUp }: { rounds: number; warmUp: number },
) {
  const times: { baseline: number; measured: number }[] = []
  for (let round = -warmUp; round < rounds; round += 1) {
    const one = { baseline: await timeOf(baseline), measured: await timeOf(measured) }
    if (round >= 0) times.push(one)
  }
  return times
}

async function timeOf(work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Value below which `share` (0 to 1) of the numbers lie. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}

/** So many askers at once, each with a connection of its own that stays open. */
export const atOnce = 8
const dispatcher = new Agent({ connections: atOnce })

/** What is asked: with a body (JSON) by POST, as a page of this product does; with the cookie of a session that is over, a page is rendered anew. */
export type Asked = { url: string; body?: string; isOver?: boolean }

/** Answers per second of `atOnce` askers in `roundMs` milliseconds, or until there is nothing more to ask. */
export async function rateOf(next: () => Asked | undefined, roundMs = 1_500) {
  const start = performance.now()
  let answered = 0
  const asker = async () => {
    for (let asked = next(); asked && performance.now() - start < roundMs; asked = next()) {
      await answerOf(asked)
      answered += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, asker))
  return (answered / (performance.now() - start)) * 1_000
}

/** Asks and reads the answer to its end; any other status than 200 is an error. */
export async function answerOf({ url, body, isOver = false }: Asked) {
  const origin = url.slice(0, url.indexOf('/', 'http://'.length)).replace('127.0.0.1', 'localhost')
  const { statusCode, body: answer } = await request(url, {
    dispatcher,
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json', origin }, body }),
    ...(isOver && { headers: { cookie: 'session=over' } }),
  })
  await answer.dump({ limit: Number.POSITIVE_INFINITY })
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`)
}
