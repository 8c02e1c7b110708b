import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { z } from 'zod'
import type { Rng } from '../rng.ts'
import { instantCard } from './customerActors.ts'
import { post } from './post.ts'
import type { System } from './system.ts'

const declinedCard = '4000000000000002'
const slowCard = '4242424242424242'
/** Mean milliseconds between two acts of a company, of the banks, and of time. */
const everyMs = { company: 1_300, bank: 900, time: 2_500 }

/** A company without a plan at first, and the cookie of its owner after the code; `isDefaulting`: it lets the grace of its debts pass. */
export type PlanOwner = { companyId: string; cookie: string; isDefaulting: boolean }
type Session = { subscription: string; customer: string }
type Card = z.infer<typeof planCard>

/**
 * Companies that subscribe by card or debit, change, cancel, resume and renew their plans, owe, pay or do not; banks that pay, refuse and
 * take back debits; and weeks that pass for one company at a time.
 */
export function openPlanActors({ system, rng, owners }: { system: System; rng: Rng; owners: readonly PlanOwner[] }) {
  const counts = { subscribed: 0, debits: 0, failed: 0, returned: 0, renewed: 0, changed: 0, cancelled: 0, paidAgain: 0, refused: 0 }
  const unexpectedResponses: string[] = []
  /** Invoices whose debit the bank paid, and those that it took back afterwards. */
  const arrived: string[] = []
  const returned: string[] = []
  const sessions = new Map<string, Session>()
  let isRunning = false

  async function call({ companyId, cookie }: PlanOwner, name: string, body: object = {}) {
    try {
      const url = `${rng.one(system.servers).url}/functions/v1/${name}`
      const headers = { cookie, 'x-forwarded-for': '198.19.0.2', 'idempotency-key': randomUUID() }
      const answer = await post(url, { body: { companyId, ...body }, headers, signal: AbortSignal.timeout(20_000) })
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 409)
        unexpectedResponses.push(`${name}: ${JSON.stringify(answer)}`)
      return answer
    } catch {
      return undefined
    }
  }
  /** Refused by the sandbox if the state has changed meanwhile. */
  const control = (verb: string, body: object) => system.control(verb, body).catch(() => undefined)

  /** Some press the button twice at once. The payment page belongs to the PSP and never fails. */
  async function subscribe(owner: PlanOwner) {
    const plan = rng.one(['basic', 'premium'])
    const answers = await Promise.all(
      Array.from({ length: rng.hits(0.2) ? 2 : 1 }, () => call(owner, 'create-company-subscription', { plan })),
    )
    const session = answers.map((one) => /cs_\w+/.exec(String(one?.body.url ?? ''))?.[0]).find((one) => one !== undefined)
    if (!session || rng.hits(0.1)) return
    const isDebit = rng.hits(0.55)
    if (isDebit) await control('firstDebits', { state: rng.one(['active', 'incomplete']) })
    const paid = await control('pay', { session, ...(isDebit ? { method: 'sepa_debit' } : { card: rng.one([instantCard, slowCard]) }) })
    const { result, session: after } = (paid ?? {}) as { result?: string; session?: Session }
    if (!after || (result !== 'paid' && result !== 'processing')) return
    counts.subscribed += 1
    sessions.set(owner.companyId, after)
    if (rng.hits(0.4)) await call(owner, 'verify-payment', { sessionId: session, type: 'subscription' })
  }

  const endPeriod = async (owner: PlanOwner) => {
    if (await control('endPeriod', { subscription: sessions.get(owner.companyId)?.subscription })) counts.renewed += 1
  }

  async function enjoy(owner: PlanOwner, card: Card) {
    const twice = rng.hits(0.2) ? 2 : 1
    const repeat = (name: string, body: object = {}) => Promise.all(Array.from({ length: twice }, () => call(owner, name, body)))
    if (card.cancel_at_period_end) return rng.hits(0.4) ? repeat('resume-subscription') : endPeriod(owner)
    if (rng.hits(0.4)) return endPeriod(owner)
    if (rng.hits(0.25)) {
      counts.cancelled += 1
      return repeat('cancel-subscription')
    }
    if (rng.hits(0.3)) return control('card', { customer: sessions.get(owner.companyId)?.customer, card: declinedCard })
    counts.changed += 1
    return repeat('change-plan', { plan: card.plan === 'basic' ? 'premium' : 'basic' })
  }

  /** Pays open invoices, one of them or all, some twice; or lets the PSP try again. */
  async function settle(owner: PlanOwner, card: Card) {
    if (owner.isDefaulting && card.open_return) return
    const open = card.invoices.filter(({ status, is_under_way: isUnderWay }) => status === 'open' && !isUnderWay)
    const latest = open[0]
    if (latest && rng.hits(0.4)) return control('retryInvoice', { invoice: latest.id })
    if (rng.hits(0.6)) await control('card', { customer: sessions.get(owner.companyId)?.customer, card: instantCard })
    await Promise.all([...open, ...(rng.hits(0.2) ? open : [])].map(({ url }) => payOnPage(url)))
    if (card.status === 'unpaid' && rng.hits(0.2)) await call(owner, 'cancel-subscription')
  }

  async function payOnPage(url: string | null) {
    if (!url) return
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ intention: 'pay' }) }).catch(() => undefined)
    if (answer?.ok) counts.paidAgain += 1
  }

  async function act(owner: PlanOwner) {
    const card = planCard.safeParse((await call(owner, 'get-subscription'))?.body).data
    if (!card) return
    if (card.status === 'active') return enjoy(owner, card)
    if (card.status === 'past_due' || card.status === 'unpaid') return settle(owner, card)
    if (!card.open_return) return subscribe(owner)
    // The debt comes first: a new subscription is refused until it is paid.
    const answer = await call(owner, 'create-company-subscription', { plan: 'basic' })
    if (answer?.body.code === 'plans.returnOpen') counts.refused += 1
    if (rng.hits(0.6)) await control('card', { customer: sessions.get(owner.companyId)?.customer, card: instantCard })
    if (rng.hits(owner.isDefaulting ? 0.1 : 0.5)) await payOnPage(card.open_return.url)
  }

  /** Banks pay or refuse debits that are under way, and take back some paid ones. */
  async function bank() {
    const { invoices = [] } = ((await control('debits', {})) ?? {}) as { invoices?: string[] }
    for (const invoice of invoices) if (rng.hits(0.6)) await answerDebit(invoice, rng.hits(0.8) ? 'succeeded' : 'failed')
    if (arrived.length > 0 && rng.hits(0.35)) await takeBack(arrived.splice(rng.whole(0, arrived.length - 1), 1)[0] ?? '')
  }

  async function answerDebit(invoice: string, outcome: 'succeeded' | 'failed') {
    if (!(await control('endProcessing', { invoice, outcome }))) return
    counts[outcome === 'succeeded' ? 'debits' : 'failed'] += 1
    if (outcome === 'succeeded') arrived.push(invoice)
  }

  async function takeBack(invoice: string) {
    if (!(await control('dispute', { invoice, reason: 'debit_not_authorized', lost: true }))) return
    counts.returned += 1
    returned.push(invoice)
  }

  /** The grace of some returned payments passes, and the product's own checks, of minutes and days, come due. */
  const passTime = () => query([graceOver], [longUnchecked, [0.3]], [reconciling])

  async function query(...statements: (readonly [string, unknown[]?])[]) {
    const client = new pg.Client({ connectionString: system.database.url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      for (const [statement, values] of statements) await client.query(statement, values)
    } catch {
      // PostgreSQL is down.
    } finally {
      await client.end().catch(() => {})
    }
  }

  async function runRepeatedly(work: () => Promise<unknown>, meanMs: number) {
    while (isRunning) {
      await pause(rng.around(meanMs))
      if (isRunning) await work()
    }
  }

  let work: Promise<unknown>[] = []
  return {
    counts,
    returned,
    unexpectedResponses,
    start: () => {
      isRunning = true
      work = [
        ...owners.map((owner) => runRepeatedly(() => act(owner), everyMs.company)),
        runRepeatedly(bank, everyMs.bank),
        runRepeatedly(passTime, everyMs.time),
      ]
    },
    /** Debits that are under way then are paid, so that all can settle. */
    stop: async () => {
      isRunning = false
      await Promise.all(work)
      const { invoices = [] } = ((await control('debits', {})) ?? {}) as { invoices?: string[] }
      for (const invoice of invoices) await answerDebit(invoice, 'succeeded')
    },
    /** Lets a day pass for the product's check of all subscriptions; called while the rest settles. */
    passDay: () => query([longUnchecked, [1]], [reconciling]),
  }
}
export type PlanActors = ReturnType<typeof openPlanActors>

const planCard = z.object({
  status: z.string(),
  plan: z.enum(['basic', 'premium']),
  cancel_at_period_end: z.boolean(),
  open_return: z.object({ url: z.string().nullable() }).nullable(),
  invoices: z.array(z.object({ id: z.string(), status: z.string(), url: z.string().nullable(), is_under_way: z.boolean() })),
})

const graceOver = `
  update subscription_invoices
  set returned_at = returned_at - interval '15 days'
  where id in (
    select id from subscription_invoices
    where returned_at between now() - interval '14 days' and now() - interval '3 seconds' and random() < 0.3
    order by random()
    limit 1
  )`

const longUnchecked = `update subscriptions set checked_at = now() - interval '25 hours' where random() < $1`
const reconciling = `
  select graphile_worker.add_job(name, '{}'::json)
  from unnest(array['plans.reconcileSubscriptions', 'plans.reconcileCheckouts']) as name`
