import { join, resolve } from 'node:path'
import { addDays, berlinDay } from '#src/platform/kit/dates.ts'
import { bookingRequestFor, makeCalendar, makeCompany, makeService } from '../tests/factories.ts'
import { openApp } from './app.ts'
import { type Benchmark, quantile } from './measure.ts'
import { openProduct } from './product.ts'

/** Each client is a different customer: repeated orders of one customer are one booking. */
const clients = 200
/** Number of timed rounds; one more, which is not timed, warms up a server that has just started. */
const rounds = 5
const people = ['Meike Petersen', 'Tarek Aydin', 'Ines Brandt']
/** Races for one time; `places` customers get it. */
const races = [
  { title: 'one person', people: people.slice(0, 1), team: 1, places: 1 },
  { title: 'three people', people, team: 1, places: 3 },
  { title: 'two of three people', people, team: 2, places: 1 },
]
const slowestMs = 2_000
const freeTimesMs = 5

/**
 * Two hundred customers order the same free time over HTTP at the same moment; then the free times of a busy calendar are timed against a
 * call that reads one row. The exit code is 1 when a time is sold too often or too seldom, a response is neither a sale nor a refusal with
 * other times, or a bound is exceeded.
 */
export async function open(): Promise<Benchmark> {
  const product = await openProduct({ DEMO: '0', TRUSTED_PROXIES: '127.0.0.1' })
  const app = openApp(product.databaseUrl, join(resolve('.cache'), `bench.${process.pid}.files`))
  return { measure, close }

  async function close() {
    await app.live.close()
    app.mail.close()
    await app.pool.end()
    await product.close()
  }

  async function measure() {
    const isMet: boolean[] = []
    for (const race of races) isMet.push(await run(race))
    isMet.push(await timeFreeTimes())
    if (isMet.includes(false)) process.exitCode = 1
  }

  async function run({ title, people, team, places }: (typeof races)[number]) {
    const { id } = await makeCompany(app, { companyName: `Wettlauf ${title}` })
    await makeCalendar(app, id, { people })
    const { id: serviceId } = await makeService(app, id, { minutes: 60, people: team })
    const times: number[] = []
    const wrong: string[] = []
    for (let round = 0; round <= rounds; round += 1) {
      const date = addDays(berlinDay(app.now()), 3 + round)
      const order = bookingRequestFor(app, id, { serviceId, amount: 69, date, time: '10:00' })
      const answers = await Promise.all(
        Array.from({ length: clients }, (_, client) =>
          post('create-booking-payment', { ...order, customerEmail: `kunde${client}@kunde.example` }, client),
        ),
      )
      if (round > 0) times.push(...answers.map(({ ms }) => ms))
      const sold = answers.filter(({ status }) => status === 200).length
      const refused = answers.filter(({ status, slots }) => status === 409 && slots >= 3).length
      if (sold !== places || sold + refused !== clients) wrong.push(`round ${round}: ${sold} sold, ${refused} refused with other times`)
    }
    const slowest = Math.max(...times)
    const isMet = wrong.length === 0 && slowest <= slowestMs
    console.log(
      `${isMet ? 'met ' : 'MISS'} ${title.padEnd(20)} ${clients} clients, ${places} served in each of ${rounds} rounds; p50 ${quantile(times, 0.5).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms (at most ${slowestMs})`,
    )
    for (const one of wrong) console.log(`     ${one}`)
    return isMet
  }

  async function timeFreeTimes() {
    const { id } = await makeCompany(app, { companyName: 'Volles Haus' })
    await makeCalendar(app, id, { people })
    const { id: serviceId } = await makeService(app, id, { minutes: 60, gridMinutes: 15 })
    const days = Array.from({ length: 20 }, (_, day) => addDays(berlinDay(app.now()), 2 + day))
    for (const date of days)
      for (const time of ['08:00', '11:00', '14:00'])
        await post('create-booking-payment', bookingRequestFor(app, id, { serviceId, amount: 69, date, time }))
    const [free, plain]: [number[], number[]] = [[], []]
    for (let step = -20; step < 200; step += 1) {
      const one = {
        plain: await post('get-company-services', { companyId: id }),
        free: await post('get-free-slots', { companyId: id, serviceId }),
      }
      if (step < 0) continue
      free.push(one.free.ms)
      plain.push(one.plain.ms)
    }
    const [ours, theirs] = [quantile(free, 0.5), quantile(plain, 0.5)]
    const isMet = ours <= freeTimesMs
    console.log(
      `${isMet ? 'met ' : 'MISS'} free times of 14 days, 3 people, 60 appointments: p50 ${ours.toFixed(1)} ms (at most ${freeTimesMs}), ${(ours / theirs).toFixed(1)} times the list of services`,
    )
    return isMet
  }

  /** Each client has its own IP address. */
  async function post(name: string, body: object, client = 0) {
    const start = performance.now()
    const answer = await fetch(`${product.address}/functions/v1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), 'x-forwarded-for': `198.18.1.${client}` },
      body: JSON.stringify(body),
    })
    const read = (await answer.json()) as { fields?: { slots?: unknown[] } }
    return { status: answer.status, slots: read.fields?.slots?.length ?? 0, ms: performance.now() - start }
  }
}
