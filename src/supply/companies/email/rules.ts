import { problemsOf } from '#src/platform/kit/problems.ts'
import { emailTexts } from './texts.ts'

export const emailProblems = problemsOf('companies', {
  linkUnknown: [404, emailTexts.unknown],
  linkExpired: [410, emailTexts.expired],
  linkUsed: [410, emailTexts.used],
})
