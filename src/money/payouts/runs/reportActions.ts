import type { App } from '#src/platform/server/app.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { listPreview } from './claimStore.ts'
import { countRun, countSkips, findRun } from './payoutStore.ts'
import { decideRail, payoutProblems } from './rules.ts'
import { payoutErrors, type RunSummary, runTexts, type SkipCause, skipTexts } from './texts.ts'

/** Result of a run so far: its figures, and texts for the operator. Throws payoutProblems.runUnknown. */
export async function reportRun(app: App, runId: string) {
  const run = await findRun(app.db, runId)
  if (!run) throw payoutProblems.runUnknown()
  const [counts, skips] = await Promise.all([countRun(app.db, runId), countSkips(app.db, runId)])
  const count = (wanted: (one: (typeof counts)[number]) => boolean) => counts.filter(wanted).reduce((sum, { payouts }) => sum + payouts, 0)
  // A transfer in a bank file counts as successful, although it stays pending until the bank has executed it (docs/spec.md#payout-answer).
  const successful = count(({ status, rail }) => status === 'completed' || (status === 'pending' && rail === 'sepa'))
  const summary = { successful, failed: count(({ status }) => status === 'failed'), total: count(() => true) }
  const failures = counts.flatMap(({ errorCode, payouts }) => (errorCode ? [runTexts.failed(payouts, payoutErrors[errorCode])] : []))
  const left = skips.filter(({ cause }) => cause !== 'uncovered').map(({ cause, companies }) => runTexts.skipped(companies, textOf(cause)))
  const isFinished = run.finishedAt !== null
  return {
    runId,
    trigger: run.trigger,
    startedAt: run.startedAt,
    finishedAt: run.finishedAt,
    isFinished,
    success: summary.failed === 0 || successful > 0,
    message: summary.total === 0 && isFinished ? runTexts.none : runTexts.summary(summary),
    details: [...failures, ...left, ...(isFinished ? [] : [runTexts.goesOn])].join('; '),
    summary: summary satisfies RunSummary,
  }
}

const causeOf = (text: string) => Object.keys(skipTexts).find((one): one is SkipCause => one === text)
const textOf = (text: string) => {
  const cause = causeOf(text)
  return cause ? skipTexts[cause] : text
}

/** Preview of a manual run: due and upcoming payouts, skipped companies and the causes. */
export async function previewPayouts(app: App) {
  const now = app.now()
  const [rows, { directPayouts, firstPayoutHoldDays }] = await Promise.all([listPreview(app.db, now), readSettings(app.db)])
  const switches = { now, directPayouts, firstPayoutHoldDays, sepaPayouts: app.config.SEPA_PAYOUTS }
  const decided = rows.map((row) => ({ row, ...decideRail(row, switches) }))
  const paid = decided.flatMap((one) => ('rail' in one ? [one.row] : []))
  const skipped = Map.groupBy(
    decided.flatMap((one) => ('cause' in one ? [one] : [])),
    ({ cause }) => cause,
  )
  const part = (rowsOf: typeof rows, bookings: 'dueBookings' | 'upcomingBookings', cents: 'dueCents' | 'upcomingCents') => {
    const some = rowsOf.filter((row) => row[bookings] > 0)
    return { companies: some.length, bookings: sumOf(some, bookings), amountCents: sumOf(some, cents) }
  }
  return {
    due: part(paid, 'dueBookings', 'dueCents'),
    upcoming: part(paid, 'upcomingBookings', 'upcomingCents'),
    skipped: [...skipped].map(([cause, some]) => {
      const rowsOf = some.map(({ row }) => row)
      return {
        cause,
        text: skipTexts[cause],
        companies: rowsOf.length,
        bookings: sumOf(rowsOf, 'dueBookings') + sumOf(rowsOf, 'upcomingBookings'),
        amountCents: sumOf(rowsOf, 'dueCents') + sumOf(rowsOf, 'upcomingCents'),
      }
    }),
  }
}

type Counted = 'dueBookings' | 'upcomingBookings' | 'dueCents' | 'upcomingCents'
const sumOf = (rows: readonly Record<Counted, number>[], name: Counted) => rows.reduce((sum, row) => sum + row[name], 0)
