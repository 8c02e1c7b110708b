import { type ChildProcess, fork } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Asked, quantile, rateOf } from '../measure.ts'
import { drawQuestion } from './classes.ts'
import { numbersFrom } from './crowd.ts'

const questions = 10_000
const rounds = 5
/** Answers are kept for five seconds: a shorter round would measure a memory that is still being filled. */
const fillMs = 5_500
const roundMs = 5_000
const freshMs = 3_000
/** So many times as fast as the others. */
const wanted = { plain: { usual: 2, fresh: 1.15 }, before: { usual: 5, fresh: 2 } }

type Rival = keyof typeof wanted | 'now'
type Kind = 'usual' | 'fresh'
const kinds: Record<Kind, string> = { usual: `${questions} questions by Zipf`, fresh: 'questions that nobody asked before' }
const rivalWords = { plain: 'without memory', before: 'of the other commit' }

/**
 * Ten thousand questions, some with a place, asked as people ask (the most frequent twice as often as the second, Zipf with s = 1), and
 * others that nobody asked before, at processes in turn: one that remembers words and answers, one that asks the database each time, and
 * with `folder` that of another checkout, over the crowd of the same size that its own bench kept. Answers whether the first is as many
 * times as fast as wanted, as the median of the rounds.
 */
export async function timeZipf(crowd: { url: string; count: number }, folder?: string): Promise<boolean> {
  const other = folder === undefined ? undefined : await openOther(folder, crowd.count)
  const servers: Partial<Record<Rival, Served>> = {
    plain: await startServer(ownFolder, crowd.url, 'no'),
    now: await startServer(ownFolder, crowd.url, 'yes'),
    ...(other && { before: other.served }),
  }
  const rates = await timeInTurn(servers)
  for (const { child } of Object.values(servers)) child.kill()
  await other?.stop()
  return (Object.keys(wanted) as (keyof typeof wanted)[])
    .filter((rival) => servers[rival])
    .flatMap((rival) => (['usual', 'fresh'] as const).map((kind) => ({ rival, kind })))
    .map(({ rival, kind }) => {
      const [theirs, ours] = [quantile(rates[rival][kind], 0.5), quantile(rates.now[kind], 0.5)]
      const ratios = rates.now[kind].map((one, round) => one / (rates[rival][kind][round] ?? Number.NaN))
      const ratio = quantile(ratios, 0.5)
      console.log(`${kinds[kind]}: ${theirs.toFixed(0)}/s ${rivalWords[rival]}, ${ours.toFixed(0)}/s now, ${ratio.toFixed(2)} times`)
      console.log(JSON.stringify({ bench: 'search-http', rival, kind, theirs, ours, ratio, ratios }))
      return ratio >= wanted[rival][kind]
    })
    .every(Boolean)
}

async function timeInTurn(servers: Partial<Record<Rival, Served>>) {
  const random = numbersFrom(11)
  const drawn = [...new Set(Array.from({ length: questions * 4 }, () => JSON.stringify(drawQuestion(random))))]
  const usual = drawn.slice(0, questions)
  const unasked = drawn.slice(questions)
  const pick = zipfOf(usual.length, random)
  const empty = (): Record<Kind, number[]> => ({ usual: [], fresh: [] })
  const rates: Record<Rival, Record<Kind, number[]>> = { plain: empty(), now: empty(), before: empty() }
  const perRound = Math.floor(unasked.length / (rounds + 1))
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, { port }] of Object.entries(servers) as [Rival, Served][]) {
      const asked = (body: string | undefined): Asked | undefined =>
        body === undefined ? undefined : { url: `http://127.0.0.1:${port}/rest/v1/rpc/search_companies_safe`, body }
      const left = unasked.slice(round * perRound, (round + 1) * perRound)
      const fresh = await rateOf(() => asked(left.pop()), freshMs)
      await rateOf(() => asked(usual[pick()]), fillMs)
      const one = { fresh, usual: await rateOf(() => asked(usual[pick()]), roundMs) }
      if (round > 0) for (const kind of ['usual', 'fresh'] as const) rates[name][kind].push(one[kind])
    }
  }
  return rates
}

type Served = { child: ChildProcess; port: number }
const ownFolder = fileURLToPath(new URL('../..', import.meta.url))

async function startServer(folder: string, url: string, remembers: 'yes' | 'no'): Promise<Served> {
  const child = fork(join(folder, 'bench/searchServer.ts'), [url, remembers], { cwd: folder })
  const port = await new Promise<number>((ready, fail) => {
    child.once('message', (message) => ready(Number(message)))
    child.once('exit', (code) => fail(new Error(`${folder}: the server of the search ended (${code})`)))
  })
  return { child, port }
}

/** With its database as that commit starts it. */
async function openOther(folder: string, count: number) {
  const own: typeof import('#src/server/database/localDatabase.ts') = await import(
    join(resolve(folder), 'src/server/database/localDatabase.ts')
  )
  const { url, stop } = await own.startLocalDatabase({ folder: join(resolve(folder), `.cache/crowd-${count}`), isThrowaway: true })
  return { served: await startServer(resolve(folder), url, 'yes'), stop }
}

/** Draws places from 0 on, the first most often. */
function zipfOf(count: number, random: () => number) {
  const sums: number[] = []
  for (let at = 0; at < count; at += 1) sums.push((sums[at - 1] ?? 0) + 1 / (at + 1))
  return () => {
    const wanted = random() * (sums.at(-1) ?? 0)
    let [first, last] = [0, count - 1]
    while (first < last) {
      const middle = (first + last) >> 1
      if ((sums[middle] ?? 0) >= wanted) last = middle
      else first = middle + 1
    }
    return first
  }
}
