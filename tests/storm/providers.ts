import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Chance } from './chance.ts'
import { post } from './post.ts'
import type { Asked } from './seed.ts'
import type { Stage } from './stage.ts'

/** Mean pause in milliseconds between a provider's polls of the open requests. */
const thinksMs = 600

/** Providers who accept requests and series, some three times at once, decline them, propose other times, or end running series. */
export function openProviders({ stage, chance, asked }: { stage: Stage; chance: Chance; asked: readonly Asked[] }) {
  const counts = { accepted: 0, declined: 0, countered: 0, seriesAccepted: 0, seriesDeclined: 0 }
  let isAtWork = false

  async function ask({ cookie }: Asked, name: string, body: object) {
    try {
      const url = `${chance.one(stage.servers).url}/functions/v1/${name}`
      return await post(url, { body, headers: { cookie, 'x-forwarded-for': '198.19.0.1' }, signal: AbortSignal.timeout(20_000) })
    } catch {
      return undefined
    }
  }

  async function answer(provider: Asked, bookingId: string) {
    const ids = { companyId: provider.companyId, bookingId }
    const kind = chance.hits(0.7) ? 'accepted' : chance.hits(0.5) ? 'declined' : 'countered'
    const body =
      kind === 'accepted'
        ? { answer: 'accept' }
        : kind === 'declined'
          ? { answer: 'decline', reason: 'Sturm' }
          : await otherTimes(provider, ids)
    if (!body) return
    const hands = chance.hits(0.25) ? 3 : 1
    const answers = await Promise.all(Array.from({ length: hands }, () => ask(provider, 'answer-request', { ...ids, ...body })))
    counts[kind] += answers.filter((one) => one?.status === 200).length
  }

  /** Sometimes two people of the company answer differently at the same moment. */
  async function answerSeries(provider: Asked, seriesId: string) {
    const ids = { companyId: provider.companyId, seriesId }
    const accept = { answer: 'accept' }
    const decline = { answer: 'decline', reason: 'Sturm' }
    const said = chance.hits(0.3) ? [accept, decline, accept] : [chance.hits(0.85) ? accept : decline]
    const answers = await Promise.all(said.map((one) => ask(provider, 'answer-series', { ...ids, ...one })))
    for (const [index, one] of said.entries()) {
      if (answers[index]?.status === 200) counts[one === accept ? 'seriesAccepted' : 'seriesDeclined'] += 1
    }
  }

  async function lookAtSeries(provider: Asked) {
    const { companyId } = provider
    const rows = openSeries.safeParse((await ask(provider, 'list-series', { companyId }))?.body).data?.rows ?? []
    await Promise.all(rows.flatMap(({ id, status }) => (status === 'requested' && chance.hits(0.7) ? [answerSeries(provider, id)] : [])))
    const running = rows.filter(({ status }) => status === 'accepted')
    if (running.length > 0 && chance.hits(0.05))
      await ask(provider, 'end-company-series', { companyId, seriesId: chance.one(running).id, reason: 'Sturm' })
  }

  async function otherTimes(provider: Asked, ids: object) {
    const found = freeDays.safeParse((await ask(provider, 'get-appointment-slots', { ...ids, days: 28 }))?.body)
    const times = (found.data?.days ?? []).flatMap(({ day, times: [first] }) => (first ? [{ date: day, time: first }] : [])).slice(3, 5)
    return times.length > 0 ? { answer: 'counter', times } : undefined
  }

  async function work(provider: Asked) {
    while (isAtWork) {
      await pause(chance.around(thinksMs))
      const open = openRequests.safeParse((await ask(provider, 'list-requests', { companyId: provider.companyId }))?.body)
      await Promise.all([lookAtSeries(provider), ...(open.data?.rows ?? []).map(({ id }) => answer(provider, id))])
    }
  }

  let workers: Promise<void>[] = []
  return {
    counts,
    start: () => {
      isAtWork = true
      workers = asked.map(work)
    },
    stop: async () => {
      isAtWork = false
      await Promise.all(workers)
    },
  }
}

const openSeries = z.object({ rows: z.array(z.object({ id: z.string(), status: z.string() })) })
const openRequests = z.object({ rows: z.array(z.object({ id: z.string() })) })
const freeDays = z.object({ days: z.array(z.object({ day: z.string(), times: z.array(z.string()) })) })
