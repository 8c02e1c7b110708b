import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Rng } from '../rng.ts'
import type { CustomerActors } from './customerActors.ts'
import type { Mailbox } from './mailbox.ts'
import { adminPassword, type System } from './system.ts'

type OperatorOptions = {
  system: Pick<System, 'control'> & { servers: readonly { url: string }[] }
  rng: Rng
  customerActors: Pick<CustomerActors, 'payments'>
  mailbox: Pick<Mailbox, 'code'>
  payoutMs: number
}

/** Mean milliseconds between two actions of each kind; short runs pay out more often. */
const rhythms = { refund: 1_450, sentBack: 3_000, dispute: 4_000, decision: 6_000, bank: 9_000, cancellation: 4_000 }

/** Operator and banks: refunds, payout runs, bank files, disputes that open and end. */
export async function openOperator(options: OperatorOptions) {
  const { system, rng, customerActors } = options
  const cookie = await signIn(options)
  const disputes: string[] = []
  const counts = { refundsRequested: 0, disputes: 0 }
  let isRunning = false

  /** Posts as the operator to one of the servers; undefined without an answer. */
  async function call(name: string, body: object) {
    try {
      const answer = await fetch(`${rng.one(system.servers).url}/functions/v1/${name}`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', cookie },
        signal: AbortSignal.timeout(40_000),
      })
      return { status: answer.status, body: (await answer.json()) as unknown }
    } catch {
      return undefined
    }
  }

  /** Refunds all or a part of an older payment, sometimes twice at once, like an impatient double click. */
  async function refund() {
    const { bookingId, amountCents } = rng.one(customerActors.payments.filter(({ at }) => at < Date.now() - 1_500))
    const part = rng.hits(0.4) ? amountCents : rng.whole(1, amountCents)
    const order = { bookingId, amount: part / 100, reason: 'Sturm' }
    const parallelCalls = rng.hits(0.25) ? 3 : 1
    const answers = await Promise.all(Array.from({ length: parallelCalls }, () => call('admin-refund-booking', order)))
    counts.refundsRequested += answers.filter((answer) => answer?.status === 200).length
  }

  /** Makes the customer's bank return a succeeded refund; refused if there is none. */
  async function sendRefundBack() {
    const { paymentId } = rng.one(customerActors.payments)
    await system.control('failRefund', { payment_intent: paymentId }).catch(() => undefined)
  }

  /** A killed server loses the response: the operator retries. */
  async function payOut() {
    const run = rng.one(['process-weekly-payouts', 'process-hourly-payouts'])
    for (let tries = 0; tries < 5 && isRunning; tries += 1) if (await call(run, { trigger: 'manual', includeUpcoming: true })) return
  }

  async function openDispute() {
    const { paymentId } = rng.one(customerActors.payments)
    // The bank refuses a second dispute of a payment, and one of a refunded payment.
    const opened = await system.control('dispute', { payment_intent: paymentId }).catch(() => undefined)
    if (!opened) return
    counts.disputes += 1
    disputes.push(String(opened.id))
  }

  async function decideDispute() {
    const dispute = disputes.splice(rng.whole(0, disputes.length - 1), 1)[0]
    if (dispute) await system.control('closeDispute', { dispute, outcome: rng.one(['won', 'lost']) })
  }

  /** The bank executes files, returns single transfers and rejects others. */
  async function bank() {
    const files = sepaFiles.safeParse((await call('admin-list-sepa-files', {}))?.body).data ?? []
    const open = files.filter((one) => one.executed_at === null)
    if (open.length > 0) {
      const { id } = rng.one(open)
      await fetch(`${rng.one(system.servers).url}/functions/v1/sepa-file.xml?id=${id}`, { headers: { cookie } }).then(
        (answer) => answer.text(),
        () => undefined,
      )
      if (rng.hits(0.3)) await failOne()
      await call('admin-mark-sepa-file', { id, as: 'executed' })
    }
    if (rng.hits(0.3)) await returnOne()
  }

  async function payoutsInFiles(status: string) {
    const list = await call('admin-list-payouts', { page: 1, pageSize: 100, status, sort: 'newest' })
    return (payoutList.safeParse(list?.body).data?.payouts ?? []).filter((one) => one.sepa_file_id !== null)
  }
  async function failOne() {
    const [payout] = await payoutsInFiles('pending')
    if (payout) await call('admin-fail-sepa-payout', { payoutId: payout.id, bankDeletedIt: true })
  }
  async function returnOne() {
    const [payout] = await payoutsInFiles('completed')
    if (payout) await call('admin-mark-payout-returned', { payoutId: payout.id, reason: 'Konto erloschen' })
  }

  /** Cancels two invoices at the same moment, sometimes with three parallel requests each. */
  async function cancelInvoice() {
    const list = await call('admin-list-documents', { state: 'issued' })
    const issued = (documentList.safeParse(list?.body).data?.rows ?? []).filter((one) => one.is_cancellable)
    if (issued.length === 0) return
    const chosen = [rng.one(issued), rng.one(issued)]
    const taken = rng.hits(0.25) ? [...chosen, ...chosen, ...chosen] : chosen
    // Sometimes the next invoice of a company is held until the company confirms it.
    const isReissued = rng.hits(0.8)
    await Promise.all(taken.map(({ id }) => call('admin-cancel-document', { documentId: id, reason: 'Sturm', isReissued })))
  }

  /** The first action comes sooner, and after a few payments, so that a short run includes every kind. */
  async function runRepeatedly(act: () => Promise<unknown>, everyMs: number) {
    while (isRunning && customerActors.payments.length <= 15) await pause(50)
    for (let waitMs = everyMs / 8; isRunning; waitMs = everyMs) {
      await pause(rng.around(waitMs))
      if (isRunning) await act()
    }
  }

  let work: Promise<void>[] = []
  return {
    counts,
    start: () => {
      isRunning = true
      work = [
        // Refunds by six operators at once.
        ...Array.from({ length: 6 }, () => runRepeatedly(refund, rhythms.refund)),
        runRepeatedly(sendRefundBack, rhythms.sentBack),
        runRepeatedly(payOut, options.payoutMs),
        runRepeatedly(openDispute, rhythms.dispute),
        runRepeatedly(decideDispute, rhythms.decision),
        runRepeatedly(bank, rhythms.bank),
        runRepeatedly(cancelInvoice, rhythms.cancellation),
      ]
    },
    stop: async () => {
      isRunning = false
      await Promise.all(work)
    },
    /** Audit started by the operator: compares the books and checks every invariant. Returns undefined without a response. */
    audit: async () => audit.safeParse((await call('admin-self-audit', { run: true }))?.body).data,
  }
}
export type Operator = Awaited<ReturnType<typeof openOperator>>

const sepaFiles = z.array(z.object({ id: z.string(), executed_at: z.string().nullable() }))
const payoutList = z.object({ payouts: z.array(z.object({ id: z.string(), sepa_file_id: z.string().nullable() })) })
const documentList = z.object({ rows: z.array(z.object({ id: z.string(), is_cancellable: z.boolean() })) })
const audit = z.unknown()

/** Signs in as operator, without faults; the session is valid at both servers. */
async function signIn({ system, mailbox }: OperatorOptions) {
  const [server] = system.servers
  if (!server) throw new Error('no server')
  const post = (name: string, body: object, cookie = '') =>
    fetch(`${server.url}/functions/v1/${name}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', cookie },
    })
  const cookieOf = (answer: Response) =>
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('admin='))
      ?.split(';')[0] ?? ''
  const first = cookieOf(await post('verify-admin-code', { code: adminPassword }))
  await post('send-admin-2fa-code', {}, first)
  for (let tries = 0; mailbox.code() === undefined && tries < 200; tries++) await pause(100)
  const passed = cookieOf(await post('verify-admin-2fa-code', { code: mailbox.code() ?? '' }, first))
  if (!passed) throw new Error('the operator could not sign in')
  return passed
}
