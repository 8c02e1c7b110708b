import { z } from 'zod'
import { stepUpTexts } from '#src/accounts/stepUpRules.ts'
import { problemsOf } from '#src/kit/problems.ts'

export const dashboardProblems = problemsOf('dashboard', {
  // 401 would say that the session has ended.
  codeWrong: [403, stepUpTexts.wrong],
})

/** A code of exactly six digits; the address of the specification's call is ignored, the session's counts. */
export const codeAttempt = z.object({
  email: z.string().optional(),
  code: z.string(stepUpTexts.wrong).regex(/^\d{6}$/, stepUpTexts.wrong),
})
