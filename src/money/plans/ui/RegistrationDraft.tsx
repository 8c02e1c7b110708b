import { fieldNames } from '#src/supply/companies/fields/fields.ts'
import { emptyTexts, type FieldTexts } from '#src/supply/companies/fields/reading.ts'
import type { PlanKey } from '../rules.ts'

/** Indexes of the steps, from 0; the first is complete for a signed-in person. */
export const steps = { account: 0, plan: 1, company: 2, payment: 3 } as const
export const headingId = 'signup-step'
/** Prefix of the fields' ids: `signup-email`, and so on. */
export const fieldPrefix = 'signup'
/** Id of the group of both plans with its message. */
export const planChoiceId = 'signup-plan'
/** Id of the first plan, which gets the focus if none was chosen. */
export const planFieldId = 'signup-plan-basic'

export type CompanyTexts = FieldTexts
export type CompanyErrors = Partial<CompanyTexts>
export type RegistrationDraft = { plan: PlanKey | null; step: number; company: CompanyTexts }

/** Empty draft; the company's address defaults to the account's. */
export const emptyDraft = (email: string): RegistrationDraft => ({
  plan: null,
  step: steps.plan,
  company: { ...emptyTexts(fieldNames), email },
})
