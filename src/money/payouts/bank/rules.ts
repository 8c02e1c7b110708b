import { isValidBIC, isValidIBAN } from 'ibantools'
import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { writtenIban } from '#src/platform/kit/typed.ts'
import { isInSepa, needsBic } from '../sepa/countries.ts'
import { bankLimits, bankTexts, targetTexts, waitTexts } from './texts.ts'

export const bankProblems = problemsOf('payouts', {
  linkMissing: [400, bankTexts.linkMissing],
  linkUnknown: [404, 'Dieser Bestätigungslink ist ungültig. Es gilt nur der Link aus der neuesten E-Mail.'],
  linkExpired: [410, 'Der Bestätigungslink ist abgelaufen. Bitte geben Sie die Bankdaten im Dashboard erneut ein.'],
  linkUsed: [410, 'Dieser Bestätigungslink wurde schon verwendet.'],
  nothingToConfirm: [409, targetTexts.nothingToConfirm],
  undoUnknown: [404, 'Dieser Link ist ungültig.'],
  undoExpired: [410, 'Dieser Link ist abgelaufen. Bitte wenden Sie sich an den Support.'],
  undoUsed: [410, 'Diese Änderung ist schon zurückgenommen.'],
})

/** Format of an IBAN without spaces (docs/spec.md#iban). */
const ibanShape = /^[A-Z]{2}\d{2}[A-Z\d]{4}\d{7}[A-Z\d]{0,16}$/

/** True if format, check digits and the country's length are right and the country is in SEPA (docs/spec.md#iban). */
const isPayable = (iban: string) => ibanShape.test(iban) && isValidIBAN(iban) && isInSepa(iban)

/** Schema of the form and the server: trimmed, IBAN and BIC in capitals without spaces, an empty BIC as null. */
export const bankForm = z
  .object({
    account_holder: z
      .string({ error: bankTexts.holderMissing })
      .trim()
      .min(1, bankTexts.holderMissing)
      .max(bankLimits.holder, bankTexts.holderTooLong),
    bank_account: z
      .string({ error: bankTexts.ibanMissing })
      .transform(writtenIban)
      .pipe(
        z
          .string()
          .min(1, bankTexts.ibanMissing)
          .refine((iban) => iban === '' || isPayable(iban), bankTexts.ibanInvalid),
      ),
    bank_code: z
      .string({ error: bankTexts.bicInvalid })
      .nullish()
      .transform((bic) => writtenIban(bic ?? '') || null)
      .pipe(z.string().refine(isValidBIC, bankTexts.bicInvalid).nullable()),
  })
  .refine(({ bank_account, bank_code }) => bank_code !== null || !needsBic(bank_account), {
    path: ['bank_code'],
    error: bankTexts.bicMissing,
  })
export type BankDetails = z.infer<typeof bankForm>

/** Masks an IBAN: 'DE89 •••• •••• •••• ••30 00' is enough to recognise one's own account. */
export function maskIban(iban: string) {
  const hidden = `${iban.slice(0, 4)}${'•'.repeat(Math.max(0, iban.length - 8))}${iban.slice(-4)}`
  return hidden.match(/.{1,4}/gu)?.join(' ') ?? ''
}

/** Reason why a company's payouts wait; the operator and the company see the same text. */
export type PayoutWait = { cause: 'noBankDetails' | 'recentlyChanged' | 'held' | 'detailsMissing'; text: string; until: Date | null }

type PayoutState = { hasBankDetails: boolean; isPaidDirectly: boolean; changedAt: Date | null; isHeld: boolean; isWithheld: boolean }

/** All reasons why a company's payouts wait now; empty if there is none. */
export function waitsOf({ hasBankDetails, isPaidDirectly, changedAt, isHeld, isWithheld }: PayoutState, now: Date): PayoutWait[] {
  const safeAt = changedAt && new Date(changedAt.getTime() + bankLimits.safetyHours * 3_600_000)
  const waits: (PayoutWait | false)[] = [
    isHeld && { cause: 'held', text: waitTexts.held, until: null },
    isWithheld && { cause: 'detailsMissing', text: waitTexts.detailsMissing, until: null },
    !hasBankDetails && !isPaidDirectly && { cause: 'noBankDetails', text: waitTexts.noBankDetails, until: null },
    safeAt !== null && safeAt > now && { cause: 'recentlyChanged', text: waitTexts.recentlyChanged, until: safeAt },
  ]
  return waits.filter((one) => one !== false)
}
