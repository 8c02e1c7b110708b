import { z } from 'zod'
import { problemsOf } from '#src/kit/problems.ts'
import type { Wire } from '#src/kit/wire.ts'
import { adminLimits, adminTexts } from './gateRules.ts'

export const adminProblems = problemsOf('admin', {
  passwordWrong: [401, adminTexts.passwordWrong],
  codeWrong: [401, adminTexts.codeWrong],
  codeUsedUp: [429, adminTexts.codeUsedUp],
  alreadyIn: [409, 'Sie sind bereits angemeldet.'],
})

/** The operator's password, as the call names it. */
export const passwordAttempt = z.object({
  code: z
    .string(adminTexts.passwordMissing)
    .min(1, adminTexts.passwordMissing)
    .max(adminLimits.passwordLength, adminTexts.passwordUnchecked),
})

/** A code of exactly six digits; the address that the call names is ignored, the configured one counts. */
export const codeAttempt = z.object({
  email: z.string().optional(),
  code: z.string(adminTexts.codeMalformed).regex(/^\d{6}$/, adminTexts.codeMalformed),
})

/** How far a browser has come: `password` has passed the first gate, `authenticated` both. */
export const adminStates = ['none', 'password', 'authenticated'] as const

export const adminSessionAnswer = z.object({ state: z.enum(adminStates), expiresAt: z.date().optional() })
export type AdminSessionAnswer = Wire<z.infer<typeof adminSessionAnswer>>
