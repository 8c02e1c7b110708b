import type { LedgerEntry } from '#src/money/payments/rules.ts'
import type { Cents } from '#src/platform/kit/money.ts'
import type { PayoutRail } from '../runs/texts.ts'

/**
 * Entries of a payout that was sent before a restore and forgotten by it: the company owes the money, so that its next payouts are lower by
 * it. If they are for the same bookings, nothing is sent.
 */
export const forgottenPayoutEntries = ({ companyId, rail, amountCents }: Forgotten): LedgerEntry[] => [
  { account: rail === 'transfer' ? 'psp_balance' : 'bank', amountCents: -amountCents },
  { account: 'company_receivable', amountCents, companyId },
]
type Forgotten = { companyId: string; rail: PayoutRail; amountCents: Cents }

export type BankTransfer = { payoutId: string; amountCents: Cents; iban: string }

/** Transfers of one of our bank files (src/money/payouts/sepa/rules.ts); undefined for any other text. */
export function readBankFile(text: string): { paidOn: string; transfers: BankTransfer[] } | undefined {
  const paidOn = contentOf(text, 'ReqdExctnDt><Dt')
  const blocks = [...text.matchAll(/<CdtTrfTxInf>(.*?)<\/CdtTrfTxInf>/gs)].map(([, block = '']) => block)
  if (!paidOn || blocks.length === 0) return undefined
  const transfers = blocks.map((block) => ({
    payoutId: (contentOf(block, 'EndToEndId') ?? '').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toLowerCase(),
    amountCents: Math.round(Number(contentOf(block, 'InstdAmt Ccy="EUR"')) * 100),
    iban: contentOf(block, 'IBAN') ?? '',
  }))
  return transfers.every(isWhole) ? { paidOn, transfers } : undefined
}

const isWhole = ({ payoutId, amountCents, iban }: BankTransfer) =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(payoutId) && amountCents > 0 && iban !== ''
const contentOf = (text: string, tag: string) => new RegExp(`<${tag}>([^<]*)<`).exec(text)?.[1]
