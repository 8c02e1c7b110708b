import { problemsOf } from '#src/kit/problems.ts'
import { payoutAccountTexts } from './texts.ts'

/** What the card of the direct payout shows: not offered, not begun, begun, ready. */
export const payoutAccountStatuses = ['unavailable', 'none', 'pending', 'active'] as const
export type PayoutAccountStatus = (typeof payoutAccountStatuses)[number]

export const payoutAccountProblems = problemsOf('payoutAccounts', {
  unavailable: [409, payoutAccountTexts.unavailable],
  notAnswering: [503, 'Der Zahlungsdienst antwortet gerade nicht. Bitte versuchen Sie es in einigen Minuten erneut.'],
})
