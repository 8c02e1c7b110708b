import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Asked, quantile, rateOf } from '../measure.ts'
import { drawQuestion } from './classes.ts'
import { numbersFrom } from './crowd.ts'

const questions = 10_000
const rounds = 5
const roundMs = 3_000
/** So many times as fast as a process that remembers nothing. */
const wanted = { usual: 2, fresh: 1.15 }

/**
 * Ten thousand questions, half with a place, asked as people ask (the most frequent twice as often as the second, Zipf with s = 1), and
 * others that nobody asked before, at two processes in turn: one remembers words and answers, one asks the database each time. Answers
 * whether the first is as many times as fast as wanted.
 */
export async function timeZipf(url: string): Promise<boolean> {
  const servers = { plain: startServer(url, 'no'), keeping: startServer(url, 'yes') }
  const ports = { plain: await servers.plain.port, keeping: await servers.keeping.port }
  const random = numbersFrom(11)
  const drawn = [...new Set(Array.from({ length: questions * 3 }, () => JSON.stringify(drawQuestion(random))))]
  const usual = drawn.slice(0, questions)
  const unasked = drawn.slice(questions)
  const pick = zipfOf(usual.length, random)
  const rates: Record<'usual' | 'fresh', Record<'plain' | 'keeping', number[]>> = {
    usual: { plain: [], keeping: [] },
    fresh: { plain: [], keeping: [] },
  }
  const asked = (name: 'plain' | 'keeping', body: string | undefined): Asked | undefined =>
    body === undefined ? undefined : { url: `http://127.0.0.1:${ports[name]}/rest/v1/rpc/search_companies_safe`, body: JSON.parse(body) }
  const perRound = Math.floor(unasked.length / (rounds + 1))
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['plain', 'keeping'] as const) {
      const one = await rateOf(() => asked(name, usual[pick()]), roundMs)
      const left = unasked.slice(round * perRound, (round + 1) * perRound)
      const other = await rateOf(() => asked(name, left.pop()), roundMs)
      if (round === 0) continue
      rates.usual[name].push(one)
      rates.fresh[name].push(other)
    }
  }
  for (const { child } of Object.values(servers)) child.kill()
  return (['usual', 'fresh'] as const)
    .map((kind) => {
      const [plain, keeping] = [quantile(rates[kind].plain, 0.5), quantile(rates[kind].keeping, 0.5)]
      const words = { usual: `${usual.length} questions by Zipf`, fresh: 'questions that nobody asked before' }
      console.log(
        `${words[kind]}: ${plain.toFixed(0)}/s without memory, ${keeping.toFixed(0)}/s with it, ${(keeping / plain).toFixed(2)} times`,
      )
      console.log(JSON.stringify({ bench: 'search-http', kind, plain, keeping, ratio: keeping / plain }))
      return keeping / plain >= wanted[kind]
    })
    .every(Boolean)
}

function startServer(url: string, remembers: 'yes' | 'no') {
  const child = fork(fileURLToPath(new URL('../searchServer.ts', import.meta.url)), [url, remembers])
  return { child, port: new Promise<number>((ready) => child.once('message', (message) => ready(Number(message)))) }
}

/** Draws places from 0 on, the first most often. */
function zipfOf(count: number, random: () => number) {
  const sums: number[] = []
  for (let at = 0; at < count; at += 1) sums.push((sums[at - 1] ?? 0) + 1 / (at + 1))
  return () => {
    const wanted = random() * (sums.at(-1) ?? 0)
    const at = sums.findIndex((sum) => sum >= wanted)
    return at === -1 ? count - 1 : at
  }
}
