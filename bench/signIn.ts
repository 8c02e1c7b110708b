import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startLocalDatabase } from '#src/server/localDatabase.ts'
import { findFreePortBlock } from '../scripts/ports.ts'
import { answersOk, startProgram, waitUntilReady } from '../scripts/programs.ts'
import { type Benchmark, measureInTurn, quantile } from './measure.ts'

const password = 'Blaue-Tasse-7'
const wrong = 'Falsche-Tasse-1'

/**
 * Whether the time of a refused sign-in or of a reset tells if the address is known: 200 calls each, known and unknown in turn. The
 * sign-in is what `run` prints its ratio of; `recover` as the first word measures the reset instead. The medians must lie within 5 %.
 */
export async function open([what = 'sign-in']: string[]): Promise<Benchmark> {
  const folder = resolve(`.cache/bench.${process.pid}`)
  const database = await startLocalDatabase({ folder: join(folder, 'postgres'), isThrowaway: true })
  const port = await findFreePortBlock(4)
  const address = `http://127.0.0.1:${port}`
  const environment = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: database.url,
    LIMITS_FACTOR: '1000000',
    LOG_LEVEL: 'error',
  }
  const product = startProgram({ name: 'Das Produkt', file: 'scripts/start.ts', environment })
  const close = async () => {
    await product.stop(30_000)
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await waitUntilReady(product, () => answersOk(`${address}/readyz`))
    // Each try has an address of its own, so that no lock answers in place of the password check.
    const known = await signUpMany(address, 260)
    const next = (addresses: string[]) => addresses.pop() ?? ''
    const unknown = known.map(() => newAddress())
    const ask = (email: string) => callOf(address, what, email)
    const benchmark = {
      title: `${what} for a known address against an unknown one`,
      baseline: () => ask(next(unknown)),
      measured: () => ask(next(known)),
      close,
    }
    await sayMedians(what, benchmark)
    known.push(...(await signUpMany(address, 40)))
    unknown.push(...known.map(() => newAddress()))
    return benchmark
  } catch (error) {
    await close()
    throw error
  }
}

async function sayMedians(what: string, benchmark: Benchmark) {
  const times = await measureInTurn(benchmark, { rounds: 200, warmUp: 10 })
  const [unknown, known] = [
    quantile(
      times.map((one) => one.baseline),
      0.5,
    ),
    quantile(
      times.map((one) => one.measured),
      0.5,
    ),
  ]
  const apart = Math.abs(known / unknown - 1)
  console.log(
    `${what}, 200 calls each in turn: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ${(apart * 100).toFixed(1)} % apart`,
  )
  if (apart > 0.05) process.exitCode = 1
}

const newAddress = () => `${randomBytes(6).toString('hex')}@kunde.example`

async function signUpMany(address: string, count: number) {
  const addresses = Array.from({ length: count }, newAddress)
  for (const email of addresses) await post(`${address}/auth/v1/sign-up`, { email, password }, 200)
  return addresses
}

const callOf = (address: string, what: string, email: string) =>
  what === 'recover'
    ? post(`${address}/auth/v1/recover`, { email }, 200)
    : post(`${address}/auth/v1/sign-in`, { email, password: wrong }, 401)

async function post(url: string, body: object, expected: number) {
  const origin = new URL(url).origin.replace('127.0.0.1', 'localhost')
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', origin }, body: JSON.stringify(body) })
  if (answer.status !== expected) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
