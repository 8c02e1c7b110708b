import { z } from 'zod'
import { adminLimits, adminTexts } from '#src/foundation/accounts/operator/signInRules.ts'
import { problemsOf } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'

export const adminProblems = problemsOf('admin', {
  passwordWrong: [401, adminTexts.passwordWrong],
  codeWrong: [401, adminTexts.codeWrong],
  codeUsedUp: [429, adminTexts.codeUsedUp],
  alreadyIn: [409, 'Sie sind bereits angemeldet.'],
})

/** Password in the request; the field is called `code`. */
export const passwordAttempt = z.object({
  code: z
    .string(adminTexts.passwordMissing)
    .min(1, adminTexts.passwordMissing)
    .max(adminLimits.passwordLength, adminTexts.passwordUnchecked),
})

/** Code of exactly six digits; the address in the request is ignored in favour of the configured one. */
export const codeAttempt = z.object({
  email: z.string().optional(),
  code: z.string(adminTexts.codeMalformed).regex(/^\d{6}$/, adminTexts.codeMalformed),
})

/** Sign-in state of a browser: `password` has passed the first step, `authenticated` both. */
export const adminStates = ['none', 'password', 'authenticated'] as const

export const adminSessionResponse = z.object({ state: z.enum(adminStates), expiresAt: z.date().optional() })
export type AdminSessionResponse = Wire<z.infer<typeof adminSessionResponse>>
