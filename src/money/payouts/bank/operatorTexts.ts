import { problemsOf } from '#src/platform/kit/problems.ts'
import { bankTexts } from './texts.ts'

export const operatorBankProblems = problemsOf('payouts', {
  none: [404, bankTexts.none],
  noHold: [409, 'Die Auszahlungen dieser Firma sind nicht angehalten.'],
})
