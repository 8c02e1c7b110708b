import { z } from 'zod'
import { companyForm } from '#src/supply/companies/fields/fields.ts'
import { planKeys } from './rules.ts'
import { signupTexts } from './signupRules.ts'

export const planChoice = z.enum(planKeys, { error: signupTexts.planMissing })

/**
 * Request of the registration (docs/spec.md#registration): plan and company; `companyId` refers to the unfinished company of an earlier
 * try.
 */
export const signupRequest = z.object({ plan: planChoice, company: companyForm, companyId: z.uuid().optional() })
