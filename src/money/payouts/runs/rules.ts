import { z } from 'zod'
import type { LedgerEntry } from '#src/money/payments/rules.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { bankLimits } from '../bank/texts.ts'
import type { PayoutRhythm } from './holidays.ts'
import type { PayoutRail, SkipCause } from './texts.ts'

export const payoutProblems = problemsOf('payouts', {
  runIsOn: [409, 'Es läuft bereits ein Auszahlungslauf.'],
  held: [
    409,
    'Auszahlungen sind angehalten: Die Datenbank wurde auf einen früheren Stand zurückgesetzt und ist noch nicht mit dem Zahlungsdienst abgeglichen.',
  ],
  runUnknown: [404, 'Dieser Auszahlungslauf ist unbekannt.'],
  payoutUnknown: [404, 'Diese Auszahlung ist unbekannt.'],
  fileUnknown: [404, 'Diese SEPA-Datei ist unbekannt.'],
  fileEmpty: [409, 'In dieser SEPA-Datei ist keine Überweisung mehr, die noch ausgeführt werden soll.'],
  fileOutdated: [
    409,
    'Diese SEPA-Datei stammt von vor einem Update, und Auszahlungen in ihr sind fehlgeschlagen. Bitte vermerken Sie alle als fehlgeschlagen; der nächste Lauf zahlt sie neu aus.',
  ],
  fileExecuted: [409, 'Diese SEPA-Datei ist schon als ausgeführt vermerkt.'],
  fileNotDownloaded: [409, 'Diese SEPA-Datei wurde noch nicht heruntergeladen.'],
  notReturnable: [409, 'Nur eine abgeschlossene Auszahlung kann zurückkommen.'],
  notFailable: [409, 'Nur eine ausstehende Auszahlung in einer SEPA-Datei kann als gescheitert vermerkt werden.'],
})

/** Allowed status changes; the database holds the same rows. `completed` changes only if the money was returned. */
export const payoutGraph = { payout: { pending: ['completed', 'failed'], completed: ['failed'], failed: [] } } as const

/** Limits of runs: companies per batch, transfers per lease and in parallel, and seconds that a caller waits. */
export const runLimits = {
  batch: 1_000,
  sendAtOnce: 50,
  lanes: 5,
  /** Seconds in which the process must store the outcomes of leased transfers; then another process may check them. */
  leaseSeconds: 15,
  /** Seconds after which a transfer with an unknown outcome is checked again. */
  timeoutSeconds: 5,
  /**
   * Hours after which a call with an unknown outcome is not repeated: the PSP may forget idempotency keys after a day
   * (docs/spec.md#repeat-hours).
   */
  repeatHours: 20,
  waitSeconds: 20,
  tickSeconds: 60,
  sendSeconds: 10,
} as const

export type RunTrigger = 'weekly' | 'hourly' | 'schedule'
/** Bookings that a run takes: all that are ready, those whose appointment is over, or those whose day of grace is over, too. */
export type RunTakes = 'everything' | 'past' | 'payable'
export type RunScope = { takes: RunTakes; rhythms: readonly PayoutRhythm[] }

/** Claim of a company and its debt, in cents. The debt is deducted from the payout. */
export type Claim = { companyId: string; rail: PayoutRail; companyAmountCents: Cents; nettedCents: Cents }

/** Amount that is sent to the company. */
export const netOf = ({ companyAmountCents, nettedCents }: Pick<Claim, 'companyAmountCents' | 'nettedCents'>): Cents =>
  companyAmountCents - nettedCents

const sourceOf = { transfer: 'psp_balance', sepa: 'bank' } as const
const transitOf = { transfer: 'payout_transit_transfer', sepa: 'payout_transit_sepa' } as const

/** Entries of a started payout: the debt to the company moves to transit, less the company's own debt. */
export const payoutStartEntries = (claim: Claim) =>
  withoutZeros([
    { account: 'company_payable', amountCents: claim.companyAmountCents, companyId: claim.companyId },
    { account: 'company_receivable', amountCents: -claim.nettedCents, companyId: claim.companyId },
    { account: transitOf[claim.rail], amountCents: -netOf(claim) },
  ])

/** Entries of a completed payout: from transit out of the PSP balance or the bank account. */
export const payoutDoneEntries = (claim: Claim) =>
  withoutZeros([
    { account: transitOf[claim.rail], amountCents: netOf(claim) },
    { account: sourceOf[claim.rail], amountCents: -netOf(claim) },
  ])

/** Entries of a payout that was never sent: reverses those of its start. */
export const payoutFailedEntries = (claim: Claim) =>
  payoutStartEntries(claim).map((entry) => ({ ...entry, amountCents: -entry.amountCents }))

/**
 * Entries of a returned payout. The company is owed the whole amount again. It owes the difference between that amount and what was
 * returned: its earlier debt, and what it kept or gave back for refunds meanwhile.
 */
export const payoutReturnedEntries = (claim: Claim, returnedCents: Cents) =>
  withoutZeros([
    { account: sourceOf[claim.rail], amountCents: returnedCents },
    { account: 'company_payable', amountCents: -claim.companyAmountCents, companyId: claim.companyId },
    { account: 'company_receivable', amountCents: claim.companyAmountCents - returnedCents, companyId: claim.companyId },
  ])

const withoutZeros = (entries: LedgerEntry[]) => entries.filter((entry) => entry.amountCents !== 0)

/** True if the company gets a mail about the cause: it must act or know. All other causes concern only the operator. */
export const isMailed = (cause: SkipCause) => ['noBankDetails', 'recentlyChanged', 'held', 'detailsMissing', 'uncovered'].includes(cause)

export type CompanyState = {
  isSuspended: boolean
  isHeld: boolean
  /** Legally required details have been missing for too long (docs/spec.md#business-details). */
  isWithheld: boolean
  /** Last confirmation or undo of a payout target: bank details or the connected account's bank account. */
  bankChangedAt: Date | null
  firstPaidAt: Date | null
  hasBankDetails: boolean
  /** Connected account, if it can be paid and the owner confirmed its bank account. */
  accountId: string | null
}
export type PayoutSwitches = { now: Date; directPayouts: boolean; sepaPayouts: boolean; firstPayoutHoldDays: number }

/** Rail on which a company is paid, or the cause why it is not (docs/spec.md#payout-readiness and #payout-rails). */
export function decideRail(company: CompanyState, { now, directPayouts, sepaPayouts, firstPayoutHoldDays }: PayoutSwitches) {
  const isYounger = (moment: Date, hours: number) => moment.getTime() + hours * 3_600_000 > now.getTime()
  if (company.isSuspended) return skipped('suspended')
  if (company.isHeld) return skipped('held')
  if (company.isWithheld) return skipped('detailsMissing')
  if (company.bankChangedAt && isYounger(company.bankChangedAt, bankLimits.safetyHours)) return skipped('recentlyChanged')
  if (company.firstPaidAt && isYounger(company.firstPaidAt, 24 * firstPayoutHoldDays)) return skipped('firstPayout')
  if (directPayouts && company.accountId !== null) return { rail: 'transfer', accountId: company.accountId } as const
  if (!company.hasBankDetails) return skipped('noBankDetails')
  if (!sepaPayouts) return skipped('noRail')
  return { rail: 'sepa', accountId: null } as const
}
const skipped = (cause: SkipCause) => ({ cause })

/** Reason of a transfer returned by the bank, typed by the operator; the company can read it. */
export const returnReason = z
  .string()
  .trim()
  .min(1, 'Bitte geben Sie den Grund an.')
  .max(200, 'Der Grund darf höchstens 200 Zeichen lang sein.')

/** Body of a manual run (docs/spec.md#run-calls). */
export const runRequest = z.object({ trigger: z.literal('manual'), includeUpcoming: z.boolean().optional() })
