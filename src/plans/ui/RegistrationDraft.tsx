import { fieldNames } from '#src/companies/fields/fields.ts'
import { emptyTexts, type FieldTexts } from '#src/companies/fields/reading.ts'
import type { PlanKey } from '../rules.ts'

/** Steps count from 0; the first is done by whoever is signed in. */
export const steps = { account: 0, plan: 1, company: 2, payment: 3 } as const
export const headingId = 'signup-step'
/** The fields' ids are `signup-email`, and so on. */
export const fieldPrefix = 'signup'
/** Both plans, with what is said about them. */
export const planChoiceId = 'signup-plan'
/** The first choice of the plan, where the focus goes when none was made. */
export const planFieldId = 'signup-plan-basic'

export type CompanyTexts = FieldTexts
export type CompanyFaults = Partial<CompanyTexts>
export type RegistrationDraft = { plan: PlanKey | null; step: number; company: CompanyTexts }

/** Nothing typed yet; the account's address is most often the company's, too. */
export const emptyDraft = (email: string): RegistrationDraft => ({
  plan: null,
  step: steps.plan,
  company: { ...emptyTexts(fieldNames), email },
})
