import { randomBytes } from 'node:crypto'
import { type Benchmark, measureInTurn, quantile } from './measure.ts'
import { ask, measureProduct } from './product.ts'

const password = 'Blaue-Tasse-7'
const wrong = 'Falsche-Tasse-1'

/**
 * Whether the response time of a refused sign-in or of a password reset reveals that the address is known: 200 calls each, known and
 * unknown in turn. `run` prints the ratio for the sign-in; `recover` as the first word measures the reset instead. The medians must lie
 * within 5 %.
 */
export const open = ([what = 'sign-in']: string[]): Promise<Benchmark> =>
  measureProduct({}, async ({ address }) => {
    // Each try uses another address, so that no lock answers before the password check.
    const known = await signUpMany(address, 260)
    const unknown = known.map(newAddress)
    const call = (emails: string[]) => callOf(address, what, emails.pop() ?? '')
    const pair = { baseline: () => call(unknown), measured: () => call(known) }
    await sayMedians(what, pair)
    known.push(...(await signUpMany(address, 40)))
    unknown.push(...known.map(newAddress))
    return { title: `${what} for a known address against an unknown one`, ...pair }
  })

async function sayMedians(what: string, pair: Pick<Benchmark, 'baseline' | 'measured'>) {
  const times = await measureInTurn(pair, { rounds: 200, warmUp: 10 })
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
  for (const email of addresses) await ask(`${address}/auth/v1/sign-up`, { body: { email, password } })
  return addresses
}

const callOf = (address: string, what: string, email: string) =>
  what === 'recover'
    ? ask(`${address}/auth/v1/recover`, { body: { email } })
    : ask(`${address}/auth/v1/sign-in`, { body: { email, password: wrong }, expected: 401 })
