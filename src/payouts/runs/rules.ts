import { z } from 'zod'
import type { Cents } from '#src/kit/money.ts'
import { problemsOf } from '#src/kit/problems.ts'
import type { LedgerEntry } from '#src/payments/rules.ts'
import { bankLimits } from '../bank/texts.ts'
import type { PayoutRhythm } from './holidays.ts'
import type { PayoutRail, SkipCause } from './texts.ts'

export const payoutProblems = problemsOf('payouts', {
  runIsOn: [409, 'Es läuft bereits ein Auszahlungslauf.'],
  runUnknown: [404, 'Dieser Auszahlungslauf ist unbekannt.'],
  payoutUnknown: [404, 'Diese Auszahlung ist unbekannt.'],
  fileUnknown: [404, 'Diese SEPA-Datei ist unbekannt.'],
  fileEmpty: [409, 'In dieser SEPA-Datei ist keine Überweisung mehr, die noch ausgeführt werden soll.'],
  fileExecuted: [409, 'Diese SEPA-Datei ist schon als ausgeführt vermerkt.'],
  fileNotDownloaded: [409, 'Diese SEPA-Datei wurde noch nicht heruntergeladen.'],
  notReturnable: [409, 'Nur eine abgeschlossene Auszahlung kann zurückkommen.'],
  notFailable: [409, 'Nur eine ausstehende Auszahlung in einer SEPA-Datei kann als gescheitert vermerkt werden.'],
})

/** From each status to those it may change to; the database has the same rows. Back from completed only money that was returned leads. */
export const payoutGraph = { payout: { pending: ['completed', 'failed'], completed: ['failed'], failed: [] } } as const

/** Runs: how many companies a batch has, how transfers are sent, and how long a caller is kept waiting. */
export const runLimits = {
  batch: 1_000,
  sendAtOnce: 50,
  lanes: 5,
  /** The process that leases transfers has this long to write their outcomes; then another process may check them. */
  leaseSeconds: 15,
  /** A transfer with an unknown outcome is checked again after this time. */
  patienceSeconds: 5,
  /** The PSP may forget keys after a day: after this time a call with an unknown outcome is not repeated (docs/spec.md#repeat-hours). */
  repeatHours: 20,
  waitSeconds: 20,
  tickSeconds: 60,
  sendSeconds: 10,
} as const

export type RunTrigger = 'weekly' | 'hourly' | 'schedule'
/** Which bookings a run takes: all that are ready, those whose appointment is over, those whose day of grace is over, too. */
export type RunTakes = 'everything' | 'past' | 'payable'
export type RunScope = { takes: RunTakes; rhythms: readonly PayoutRhythm[] }

/** What a company is owed and what it owes, in cents. What it owes is taken off what it is paid. */
export type Claim = { companyId: string; rail: PayoutRail; companyAmountCents: Cents; nettedCents: Cents }

/** What really leaves for the company. */
export const netOf = ({ companyAmountCents, nettedCents }: Pick<Claim, 'companyAmountCents' | 'nettedCents'>): Cents =>
  companyAmountCents - nettedCents

const sourceOf = { transfer: 'psp_balance', sepa: 'bank' } as const
const transitOf = { transfer: 'payout_transit_transfer', sepa: 'payout_transit_sepa' } as const

/** We owe it no longer: it is on its way, less what the company owed us. */
export const payoutStartEntries = (claim: Claim) =>
  withoutZeros([
    { account: 'company_payable', amountCents: claim.companyAmountCents, companyId: claim.companyId },
    { account: 'company_receivable', amountCents: -claim.nettedCents, companyId: claim.companyId },
    { account: transitOf[claim.rail], amountCents: -netOf(claim) },
  ])

/** It has arrived: out of our balance or our bank account. */
export const payoutDoneEntries = (claim: Claim) =>
  withoutZeros([
    { account: transitOf[claim.rail], amountCents: netOf(claim) },
    { account: sourceOf[claim.rail], amountCents: -netOf(claim) },
  ])

/** The payout was never sent: reverses the entries of its start. */
export const payoutFailedEntries = (claim: Claim) =>
  payoutStartEntries(claim).map((entry) => ({ ...entry, amountCents: -entry.amountCents }))

/**
 * What had arrived came back. We owe the company the whole amount again. What it owed us before, it owes us again, and so what it kept or
 * gave back for refunds meanwhile: the difference between what was owed and what came back.
 */
export const payoutReturnedEntries = (claim: Claim, returnedCents: Cents) =>
  withoutZeros([
    { account: sourceOf[claim.rail], amountCents: returnedCents },
    { account: 'company_payable', amountCents: -claim.companyAmountCents, companyId: claim.companyId },
    { account: 'company_receivable', amountCents: claim.companyAmountCents - returnedCents, companyId: claim.companyId },
  ])

const withoutZeros = (entries: LedgerEntry[]) => entries.filter((entry) => entry.amountCents !== 0)

/** Whether the company gets a mail: only if there is something to do or to know. All other causes concern only us and the operator. */
export const isMailed = (cause: SkipCause) => ['noBankDetails', 'recentlyChanged', 'held', 'detailsMissing', 'uncovered'].includes(cause)

export type CompanyState = {
  isSuspended: boolean
  isHeld: boolean
  /** Details that the law asks for are missing for too long (docs/spec.md#business-details). */
  isWithheld: boolean
  /** Last confirmation or undo of a change of the payout target: bank details or the connected account's bank account. */
  bankChangedAt: Date | null
  firstPaidAt: Date | null
  hasBankDetails: boolean
  /** The connected account, if it can be paid and the owner confirmed its bank account. */
  accountId: string | null
}
export type PayoutSwitches = { now: Date; directPayouts: boolean; sepaPayouts: boolean; firstPayoutHoldDays: number }

/** On which rail a company is paid out, or why it is not (docs/spec.md#payout-readiness and #payout-rails). */
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

/** Why the bank sent a transfer back, in the operator's words; the company reads them. */
export const returnReason = z
  .string()
  .trim()
  .min(1, 'Bitte geben Sie den Grund an.')
  .max(200, 'Der Grund darf höchstens 200 Zeichen lang sein.')

/** What a manual run is asked for (docs/spec.md#run-calls). */
export const runRequest = z.object({ trigger: z.literal('manual'), includeUpcoming: z.boolean().optional() })
