import {
  PaymentsBusy,
  PaymentsKeyRefused,
  PaymentsRefused,
  PaymentsStuck,
  PaymentsUnavailable,
  PaymentsUncovered,
} from '#src/platform/ports/payments.ts'
import type { App } from '#src/platform/server/app.ts'
import { describeError } from '#src/platform/server/log.ts'
import { arePayoutsHeld } from '../restored/store.ts'
import { completePayouts, failPayouts, failureText } from './payoutActions.ts'
import { countTransferAttempt, type FailedPayout, leaseTransfers, resetSending, shortenLeases, type Transferable } from './payoutStore.ts'
import { runLimits } from './rules.ts'
import { markRunsFinished } from './store.ts'

type Outcome =
  | { result: 'sent'; id: string; transferId: string }
  | ({ result: 'failed' } & FailedPayout)
  // The outcome at the PSP is unknown: it is looked up later.
  | { result: 'unknown'; id: string }

/**
 * Sends the transfers of pending payouts of all runs until none is left to lease or the time is up, and stores their outcomes. Several
 * processes may do so at once: each leases its own payouts. Sends nothing while payouts are held after a restore.
 */
export async function sendTransfers(app: App, { until = Number.POSITIVE_INFINITY }: { until?: number } = {}) {
  while (performance.now() < until) {
    if (await arePayoutsHeld(app.db)) return
    const now = app.now()
    const leased = await leaseTransfers(app.db, { now, until: secondsAfter(now, runLimits.leaseSeconds), limit: runLimits.sendAtOnce })
    if (leased.length === 0) break
    await writeOutcomes(app, await sendInParallel(app, leased))
  }
  await markRunsFinished(app.db, app.now())
}

async function sendInParallel(app: App, leased: readonly Transferable[]) {
  const waiting = [...leased]
  const outcomes: Outcome[] = []
  const lane = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) outcomes.push(await sendTransfer(app, one))
  }
  await Promise.all(Array.from({ length: runLimits.lanes }, lane))
  return outcomes
}

async function sendTransfer(app: App, payout: Transferable): Promise<Outcome> {
  const { id } = payout
  const known = payout.askedAt ? await readTransferOf(app, id) : undefined
  // A lookup that failed, even a refused one, does not prove that no money moved.
  if (known === null) return { result: 'unknown', id }
  try {
    const transfer = known ?? (await startTransfer(app, payout))
    return { result: 'sent', id, transferId: transfer.id }
  } catch (error) {
    if (error instanceof PaymentsStuck) return tryAnotherKey(app, payout)
    // Nothing was sent under this idempotency key: reset its age, which would otherwise fail the payout once our API key works again.
    if (error instanceof PaymentsKeyRefused && !payout.askedAt) await resetSending(app.db, id)
    if (error instanceof PaymentsUnavailable || error instanceof PaymentsBusy) return { result: 'unknown', id }
    if (error instanceof LostTransfer) return { result: 'failed', id, code: 'unconfirmed', message: failureText('unconfirmed') }
    if (error instanceof PaymentsUncovered) return { result: 'failed', id, code: 'uncovered', message: failureText('uncovered') }
    if (error instanceof PaymentsRefused) return { result: 'failed', id, code: 'refused', message: failureText('refused', error.message) }
    // A bug in our code must not block the other transfers.
    app.log.error({ payoutId: id, error: describeError(error) }, 'transfer not sent')
    return { result: 'unknown', id }
  }
}

/** Transfer of a payout at the PSP: undefined if it has none, null if the lookup failed. */
const readTransferOf = (app: App, payoutId: string) =>
  app.payments.findTransfer({ payoutId }).catch((error: unknown) => {
    app.log.warn({ payoutId, error: describeError(error) }, 'transfer not looked up')
    return null
  })

/**
 * Continues after a call that is over under its idempotency key. If a lookup shows that it had no effect, the next attempt uses another
 * key.
 */
async function tryAnotherKey(app: App, { id, attempt }: Transferable): Promise<Outcome> {
  const done = await readTransferOf(app, id)
  // Only a lookup that found no transfer proves that no money moved.
  if (done === undefined) await countTransferAttempt(app.db, { id, attempt })
  return done ? { result: 'sent', id, transferId: done.id } : { result: 'unknown', id }
}

/** Thrown if the PSP does not know the transfer, and may have forgotten the idempotency key of its first call. */
class LostTransfer extends Error {}

function startTransfer(app: App, { id, accountId, netCents, attempt, askedAt }: Transferable) {
  if (askedAt && secondsAfter(askedAt, runLimits.repeatHours * 3_600) <= app.now()) throw new LostTransfer()
  return app.payments.startTransfer({ payoutId: id, accountId, amountCents: netCents, idempotencyKey: `payout:${id}:transfer:${attempt}` })
}

/** Stores sent transfers in one transaction and failed ones in another; those with an unknown outcome may soon be checked again. */
async function writeOutcomes(app: App, outcomes: readonly Outcome[]) {
  const sent = outcomes.filter((one) => one.result === 'sent')
  const failed = outcomes.filter((one) => one.result === 'failed')
  const unknown = outcomes.filter((one) => one.result === 'unknown')
  if (sent.length > 0) await app.db.transaction().execute((tx) => completePayouts(app, tx, sent))
  if (failed.length > 0) await app.db.transaction().execute((tx) => failPayouts(app, tx, failed))
  if (unknown.length === 0) return
  await shortenLeases(app.db, { ids: unknown.map(({ id }) => id), until: secondsAfter(app.now(), runLimits.timeoutSeconds) })
}

const secondsAfter = (moment: Date, seconds: number) => new Date(moment.getTime() + seconds * 1_000)
