import { z } from 'zod'
import { problemsOf } from '#src/platform/kit/problems.ts'
import { isEmail, writtenEmail } from '#src/platform/kit/typed.ts'
import { companyTexts } from '../fields/schemas.ts'

/** Limits of the code by which an account becomes the owner of a company that the operator created (docs/spec.md#claim-code). */
export const claimLimits = {
  digits: 8,
  days: 14,
  /** Per account and code. */
  tries: 5,
  /** For all accounts together; the account with the company's own confirmed address has its `tries` in addition. */
  triesOfAll: 100,
} as const

export const claimTexts = { code: 'Bitte geben Sie den vollständigen 8-stelligen Code ein.' } as const

export const claimProblems = problemsOf('companies', {
  claimRefused: [
    403,
    'Adresse und Code passen nicht zusammen, oder der Code ist abgelaufen. Nach fünf Versuchen brauchen Sie einen neuen.',
  ],
})

/** Claims per hour, per person and per client address. */
export const claimRates = { perPerson: { max: 20, windowSeconds: 3_600 }, perIp: { max: 60, windowSeconds: 3_600 } } as const

/** Body of a claim; blanks and dashes in the code are removed. */
export const claimRequest = z.object({
  companyEmail: z.string({ error: companyTexts.emailMissing }).overwrite(writtenEmail).refine(isEmail, companyTexts.email),
  code: z
    .string({ error: claimTexts.code })
    .max(40, claimTexts.code)
    .transform((typed) => typed.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{8}$/, claimTexts.code)),
})
