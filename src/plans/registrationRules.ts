import { z } from 'zod'
import { companyForm } from '#src/companies/fields/fields.ts'
import { planKeys } from './rules.ts'
import { signupTexts } from './signupRules.ts'

export const planChoice = z.enum(planKeys, { error: signupTexts.planMissing })

/**
 * The registration (docs/spec.md#registration): a plan and a company's own fields; `companyId` names the unfinished one of an earlier try.
 */
export const signupRequest = z.object({ plan: planChoice, company: companyForm, companyId: z.uuid().optional() })
