import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { atOnce, type Benchmark, median, rateOf } from './measure.ts'
import { startConstant } from './product.ts'
import { drawQuestion } from './search/classes.ts'
import { seededRandom } from './search/companies.ts'
import { openDataset } from './search/dataset.ts'

const questions = 10_000
const rounds = 5
/** Responses are cached for five seconds: a shorter round would measure a cache that is still filling. */
const fillMs = 5_500
const roundMs = 5_000
const newMs = 3_000

/**
 * The search over HTTP: ten thousand queries, half of them with a place, the most frequent sent twice as often as the second (Zipf, s = 1),
 * and queries that are new each time; in turn with constant JSON from bare Hono.
 */
export async function open(words: string[]): Promise<Benchmark> {
  const dataset = await openDataset(words)
  const constant = await startConstant()
  const server = fork(fileURLToPath(new URL('searchServer.ts', import.meta.url)), [dataset.url])
  const port = await new Promise<number>((ready, fail) => {
    server.once('message', (message) => ready(Number(message)))
    server.once('exit', (code) => fail(new Error(`the search's server ended (${code})`)))
  })
  const close = async () => {
    server.kill()
    constant.stop()
    await dataset.close()
  }
  return { measure: () => measure(`http://127.0.0.1:${port}/rest/v1/rpc/search_companies_safe`, constant.url), close }
}

async function measure(url: string, constant: string) {
  const random = seededRandom(11)
  const drawn = [...new Set(Array.from({ length: questions * 4 }, () => JSON.stringify(drawQuestion(random))))]
  const usual = drawn.slice(0, questions)
  const unasked = drawn.slice(questions)
  const pick = zipfOf(usual.length, random)
  const asked = (body: string | undefined) => (body === undefined ? undefined : { url, body })
  const rates: { usual: number; fresh: number; constant: number }[] = []
  const perRound = Math.floor(unasked.length / (rounds + 1))
  for (let round = 0; round <= rounds; round += 1) {
    const left = unasked.slice(round * perRound, (round + 1) * perRound)
    const fresh = await rateOf(() => asked(left.pop()), newMs)
    await rateOf(() => asked(usual[pick()]), fillMs)
    const one = {
      fresh,
      usual: await rateOf(() => asked(usual[pick()]), roundMs),
      constant: await rateOf(() => ({ url: constant, body: '{}' }), newMs),
    }
    if (round > 0) rates.push(one)
  }
  const same = median(rates.map((one) => one.constant))
  for (const [kind, title] of [
    ['usual', `${questions} questions by Zipf`],
    ['fresh', 'questions never asked before'],
  ] as const) {
    const rate = median(rates.map((one) => one[kind]))
    console.log(
      `${title}: ${rate.toFixed(0)}/s, ${(rate / same).toFixed(3)} of constant JSON (${atOnce} clients, ${rounds} rounds in turn)`,
    )
  }
}

/** Draws indexes from 0 on, the first most often. */
function zipfOf(count: number, random: () => number) {
  const sums: number[] = []
  for (let at = 0; at < count; at += 1) sums.push((sums[at - 1] ?? 0) + 1 / (at + 1))
  return () => {
    const position = random() * (sums.at(-1) ?? 0)
    let [first, last] = [0, count - 1]
    while (first < last) {
      const middle = (first + last) >> 1
      if ((sums[middle] ?? 0) >= position) last = middle
      else first = middle + 1
    }
    return first
  }
}
