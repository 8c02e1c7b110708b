import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Rng } from '../rng.ts'
import { post } from './post.ts'
import type { CompanyOwner } from './seed.ts'
import type { System } from './system.ts'

/** Mean pause in milliseconds between a provider's polls of the open requests. */
const thinksMs = 600

/** Providers who accept requests and series, some three times at once, decline them, propose other times, or end running series. */
export function openCompanyActors({ system, rng, asked }: { system: System; rng: Rng; asked: readonly CompanyOwner[] }) {
  const counts = { accepted: 0, declined: 0, countered: 0, above: 0, seriesAccepted: 0, seriesDeclined: 0 }
  let isRunning = false

  async function call({ cookie }: CompanyOwner, name: string, body: object) {
    try {
      const url = `${rng.one(system.servers).url}/functions/v1/${name}`
      return await post(url, { body, headers: { cookie, 'x-forwarded-for': '198.19.0.1' }, signal: AbortSignal.timeout(20_000) })
    } catch {
      return undefined
    }
  }

  /** Price of an estimate: mostly below the ceiling, sometimes at it, sometimes above. */
  function anyPrice(ceilingCents: number) {
    const cents = rng.one([rng.whole(100, ceilingCents), rng.whole(100, ceilingCents), ceilingCents, ceilingCents + rng.whole(1, 5_000)])
    return { price: cents / 100, ...(cents > ceilingCents ? { priceReason: 'Mehr Räume' } : {}) }
  }

  async function answer(provider: CompanyOwner, bookingId: string, ceilingCents: number) {
    const ids = { companyId: provider.companyId, bookingId }
    const kind = rng.hits(0.7) ? 'accepted' : rng.hits(0.5) ? 'declined' : 'countered'
    const named = provider.isEstimated ? anyPrice(ceilingCents) : {}
    const body =
      kind === 'accepted'
        ? { answer: 'accept', ...named }
        : kind === 'declined'
          ? { answer: 'decline', reason: 'Sturm' }
          : await otherTimes(provider, ids, named)
    if (!body) return
    // The PSP takes the money and answers with an error, which it repeats to the SDK's own repetitions.
    if (kind === 'accepted' && rng.hits(0.3))
      await system.control('faults', { operation: 'PaymentIntents.capture', kind: 'failAfterEffect' })
    const parallelCalls = rng.hits(0.25) ? 3 : 1
    const answers = await Promise.all(Array.from({ length: parallelCalls }, () => call(provider, 'answer-request', { ...ids, ...body })))
    const isAbove = kind === 'accepted' && 'priceReason' in named
    counts[isAbove ? 'above' : kind] += answers.filter((one) => one?.status === 200).length
  }

  /** Sometimes two people of the company answer differently at the same moment. */
  async function answerSeries(provider: CompanyOwner, seriesId: string) {
    const ids = { companyId: provider.companyId, seriesId }
    const accept = { answer: 'accept' }
    const decline = { answer: 'decline', reason: 'Sturm' }
    const bodies = rng.hits(0.6) ? [accept, decline, accept] : [rng.hits(0.85) ? accept : decline]
    const answers = await Promise.all(bodies.map((one) => call(provider, 'answer-series', { ...ids, ...one })))
    for (const [index, one] of bodies.entries()) {
      if (answers[index]?.status === 200) counts[one === accept ? 'seriesAccepted' : 'seriesDeclined'] += 1
    }
  }

  async function processSeries(provider: CompanyOwner) {
    const { companyId } = provider
    const rows = openSeries.safeParse((await call(provider, 'list-series', { companyId }))?.body).data?.rows ?? []
    await Promise.all(rows.flatMap(({ id, status }) => (status === 'requested' && rng.hits(0.7) ? [answerSeries(provider, id)] : [])))
    const running = rows.filter(({ status }) => status === 'accepted')
    if (running.length > 0 && rng.hits(0.05))
      await call(provider, 'end-company-series', { companyId, seriesId: rng.one(running).id, reason: 'Sturm' })
  }

  async function otherTimes(provider: CompanyOwner, ids: object, named: object) {
    const found = freeDays.safeParse((await call(provider, 'get-appointment-slots', { ...ids, days: 28 }))?.body)
    const times = (found.data?.days ?? []).flatMap(({ day, times: [first] }) => (first ? [{ date: day, time: first }] : [])).slice(3, 5)
    return times.length > 0 ? { answer: 'counter', times, ...named } : undefined
  }

  async function work(provider: CompanyOwner) {
    while (isRunning) {
      await pause(rng.around(thinksMs))
      const open = openRequests.safeParse((await call(provider, 'list-requests', { companyId: provider.companyId }))?.body)
      await Promise.all([
        processSeries(provider),
        ...(open.data?.rows ?? []).map(({ id, amount }) => answer(provider, id, Math.round(amount * 100))),
      ])
    }
  }

  let workers: Promise<void>[] = []
  return {
    counts,
    start: () => {
      isRunning = true
      workers = asked.map(work)
    },
    stop: async () => {
      isRunning = false
      await Promise.all(workers)
    },
  }
}

const openSeries = z.object({ rows: z.array(z.object({ id: z.string(), status: z.string() })) })
const openRequests = z.object({ rows: z.array(z.object({ id: z.string(), amount: z.number() })) })
const freeDays = z.object({ days: z.array(z.object({ day: z.string(), times: z.array(z.string()) })) })
