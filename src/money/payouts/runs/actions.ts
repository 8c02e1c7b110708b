import { postLedgerBatch } from '#src/money/payments/ledgerActions.ts'
import { berlinDay, mondayOf } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { recordOperatorAct } from '#src/platform/server/audit.ts'
import type { AdminCaller } from '#src/platform/server/calls/endpoint.ts'
import { underLease } from '#src/platform/server/database/leases.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { announceAll } from '#src/platform/server/live.ts'
import { describeError } from '#src/platform/server/log.ts'
import { enqueueMails } from '#src/platform/server/mail/mail.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { openBank } from '../bank/encryptionActions.ts'
import { checkHold } from '../restored/actions.ts'
import { writeSepaFile } from '../sepa/actions.ts'
import { type ClaimedPayout, type DueCompany, insertPayouts, listDueCompanies, lockDueBookings } from './claimStore.ts'
import { payoutRhythms } from './holidays.ts'
import { payoutWaitsMail } from './mails.ts'
import { completePayouts } from './payoutActions.ts'
import { decideRail, isMailed, netOf, type PayoutSwitches, payoutProblems, payoutStartEntries, type RunTakes, runLimits } from './rules.ts'
import { markRan } from './scheduleStore.ts'
import { sendTransfers } from './sendActions.ts'
import { insertSkips } from './skipStore.ts'
import { findOpenRun, insertRun, lockRun, markClaimed } from './store.ts'
import type { SkipCause } from './texts.ts'

/** Lease under which runs are started and their claims made; each batch also locks its run. */
export const runLease = 'payouts.run'

type Manual = { trigger: 'weekly' | 'hourly'; includeUpcoming: boolean; caller: AdminCaller }

/**
 * Starts a manual payout run for all companies; upcoming appointments are included on the operator's request only. Claims bookings, then
 * sends transfers. Returns after `waitSeconds` at most with the run's id; the rest continues in the background. Throws
 * payoutProblems.runIsOn, or .held after a restore.
 */
export async function runPayouts(app: App, { trigger, includeUpcoming, caller }: Manual) {
  if (await checkHold(app)) throw payoutProblems.held()
  const until = performance.now() + runLimits.waitSeconds * 1_000
  const runId = await underLease(app, runLease, async () => {
    await resumeRun(app, until)
    const started = await startManualRun(app, { trigger, takes: includeUpcoming ? 'everything' : 'past', caller })
    await claimAll(app, started, until)
    return started
  })
  if (!runId) throw payoutProblems.runIsOn()
  await sendTransfers(app, { until })
  return runId
}

/**
 * Completes the claims of a run that a process left unfinished. The caller holds the lease of the runs. Throws payoutProblems.runIsOn if
 * they are not complete by `until`.
 */
export async function resumeRun(app: App, until: number) {
  const open = await findOpenRun(app.db)
  if (!open) return
  await claimAll(app, open.id, until)
  if (await findOpenRun(app.db)) throw payoutProblems.runIsOn()
}

type ManualRun = { trigger: 'weekly' | 'hourly'; takes: RunTakes; caller: AdminCaller }

const startManualRun = (app: App, { trigger, takes, caller }: ManualRun) =>
  app.db.transaction().execute(async (tx) => {
    const now = app.now()
    const { id } = await insertRun(tx, { trigger, takes, rhythms: payoutRhythms, now })
    await markRan(tx, now)
    const after = { trigger, takes }
    await recordOperatorAct(app, tx, { caller, action: 'payouts.startRun', objectType: 'payoutRun', objectId: id, after })
    return id
  })

/** Claims batches, each in its own transaction, until all companies were processed or the time is up. */
export async function claimAll(app: App, runId: string, until: number) {
  while (performance.now() < until) {
    if (await claimNext(app, runId)) return
  }
}

/** Claims the next batch of a run; returns true if it was the last. */
export const claimNext = (app: App, runId: string) => app.db.transaction().execute((tx) => claimBatch(app, tx, runId))

/**
 * Processes the next companies of a run: records why some are skipped, and creates payouts with their items and ledger entries for the
 * others. Returns true for the last batch.
 */
async function claimBatch(app: App, tx: Transaction, runId: string) {
  const run = await lockRun(tx, runId)
  if (!run) return true
  const now = app.now()
  const scope = { takes: run.takes, rhythms: payoutRhythms.filter((one) => run.rhythms.includes(one)) }
  const companies = await listDueCompanies(tx, { ...scope, after: run.claimedUpTo, now, limit: runLimits.batch })
  const { directPayouts, firstPayoutHoldDays } = await readSettings(tx)
  const switches = { now, directPayouts, firstPayoutHoldDays, sepaPayouts: app.config.SEPA_PAYOUTS }
  const decided = companies.map((company) => ({ company, ...decideReadable(app, company, switches) }))
  const chosen = decided.flatMap((one) => ('rail' in one ? [{ ...one, companyId: one.company.companyId }] : []))
  const skips = decided.flatMap((one) => ('cause' in one ? [{ company: one.company, cause: one.cause }] : []))
  const companyIds = chosen.map(({ companyId }) => companyId)
  const bookings = companyIds.length ? await lockDueBookings(tx, { companyIds, takes: scope.takes, now }) : []
  const payouts = bookings.length ? await insertPayouts(tx, { runId, bookings, chosen, now }) : []
  await startPayouts(app, tx, { runId, payouts, companies })
  await noteSkips(app, tx, { runId, skips, takes: scope.takes })
  const isLast = companies.length < runLimits.batch
  await markClaimed(tx, { id: runId, upTo: companies.at(-1)?.companyId ?? run.claimedUpTo, isLast, now })
  return isLast
}

/** Skips a company whose bank details cannot be decrypted, so that it does not block the others. */
function decideReadable(app: App, company: DueCompany, switches: PayoutSwitches) {
  const decided = decideRail(company, switches)
  if ('cause' in decided || decided.rail === 'transfer') return decided
  try {
    openBank(app, company.companyId, company.sealed ?? '')
    return decided
  } catch (error) {
    app.log.error({ companyId: company.companyId, error: describeError(error) }, 'bank details cannot be read')
    return { cause: 'unreadable' as const }
  }
}

type Started = { runId: string; payouts: readonly ClaimedPayout[]; companies: readonly DueCompany[] }

/**
 * Posts the start of payouts to the ledger. A payout that is netted completely is completed at once; bank transfers are written to a file.
 */
async function startPayouts(app: App, tx: Transaction, { runId, payouts, companies }: Started) {
  if (payouts.length === 0) return
  await postLedgerBatch(tx, {
    kind: 'payoutStart',
    occurredAt: app.now(),
    postings: payouts.map((payout) => ({ reference: payout.id, bookingId: null, entries: payoutStartEntries(payout) })),
  })
  const netted = payouts.filter((payout) => netOf(payout) === 0)
  if (netted.length > 0) {
    await completePayouts(
      app,
      tx,
      netted.map(({ id }) => ({ id, transferId: null })),
    )
  }
  const encryptedOf = new Map(companies.map(({ companyId, sealed }) => [companyId, sealed]))
  const byBank = payouts.filter((payout) => payout.rail === 'sepa' && netOf(payout) > 0)
  const transfers = byBank.map((payout) => ({ ...payout, netCents: netOf(payout), sealed: encryptedOf.get(payout.companyId) ?? '' }))
  if (transfers.length > 0) await writeSepaFile(app, tx, { runId, transfers })
  await announceAll(
    tx,
    payouts.map(({ id, companyId }) => ({ companyId, kind: 'payout', id })),
  )
}

type Skipped = { runId: string; skips: readonly { company: DueCompany; cause: SkipCause }[]; takes: RunTakes }

/** Records one row per company, cause and week, and sends one mail for it if the company must act or know. */
async function noteSkips(app: App, tx: Transaction, { runId, skips, takes }: Skipped) {
  if (skips.length === 0) return
  const now = app.now()
  const weekOn = mondayOf(berlinDay(now))
  const rows = await insertSkips(tx, {
    runId,
    weekOn,
    takes,
    now,
    skips: skips.map(({ company, cause }) => ({ companyId: company.companyId, cause })),
  })
  const isNew = new Map(rows.filter((row) => row.isNew).map((row) => [row.companyId, row.amountCents]))
  const mails = skips.flatMap(({ company, cause }) => {
    const amountCents = isNew.get(company.companyId)
    const isTold = amountCents !== undefined && isMailed(cause)
    return isTold ? [payoutWaitsMail({ ...company, cause, weekOn, amountCents }, app.config)] : []
  })
  await enqueueMails(tx, mails)
}
