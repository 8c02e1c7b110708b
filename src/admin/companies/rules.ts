import { z } from 'zod'
import { imprintFields, shownImprint } from '#src/companies/imprint/rules.ts'
import { parseCategoryAlias } from '#src/companies/operator/rules.ts'
import { companyForm, companyLimits, companyTexts, phoneField } from '#src/companies/register/rules.ts'
import { categories } from '#src/companies/rules.ts'
import { centsOfEuros, parseEuro } from '#src/kit/money.ts'
import { isForm } from '#src/kit/problems.ts'
import { bankForm } from '#src/payouts/bank/rules.ts'
import { planKeys } from '#src/plans/rules.ts'
import { subscriptionStatuses } from '#src/plans/subscriptionRules.ts'
import { companySorts, companyStates } from './listRules.ts'
import { companyAreaTexts } from './texts.ts'

const { company_name, email, contact_person, location, description, website } = companyForm.shape

/** One of the 11 categories or of the operator's own names for them. */
const category = z.string({ error: companyTexts.categoryMissing }).transform((typed, context) => {
  const parsed = parseCategoryAlias(typed.trim())
  if (parsed !== undefined) return parsed
  context.addIssue({ code: 'custom', message: companyTexts.categoryMissing })
  return z.NEVER
})

/** Nothing is null; what is no amount, or below 0, is 0 (docs/spec.md#operator-company-form). In cents. */
const lenientRate = z
  .union([z.number(), z.string()], { error: companyTexts.hourlyRate })
  .nullish()
  .transform((typed, context) => {
    if (typed === undefined || typed === null || String(typed).trim() === '') return null
    const cents = (typeof typed === 'number' ? centsOfEuros(Math.round(typed * 100) / 100) : parseEuro(typed)) ?? 0
    if (cents <= companyLimits.hourlyRateCents.max) return Math.max(0, cents)
    context.addIssue({ code: 'custom', message: companyTexts.hourlyRate })
    return null
  })

/** What is given of the bank details is checked as a whole, by the rules of every bank form; nothing given is nothing. */
const bankFields = { account_holder: z.string().nullish(), bank_account: z.string().nullish(), bank_code: z.string().nullish() }
type BankFields = { [name in keyof typeof bankFields]?: string | null | undefined }

function readBank({ account_holder, bank_account, bank_code }: BankFields) {
  const typed = { account_holder: account_holder ?? '', bank_account: bank_account ?? '', bank_code }
  const isGiven = Object.values<unknown>(typed).some((one) => typeof one === 'string' && one.trim() !== '')
  return isGiven ? bankForm.safeParse(typed) : undefined
}

function checkBank(fields: BankFields, context: z.RefinementCtx) {
  for (const { path, message } of readBank(fields)?.error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
}

/**
 * A company as the operator enters it, checked in the order of docs/spec.md#operator-company-form. The plan is always Premium, whatever is
 * sent. Values are trimmed, optional ones that are empty are null.
 */
export const newCompany = z
  .object({
    company_name,
    category,
    email,
    phone: phoneField(companyTexts.phoneMissing),
    contact_person,
    location,
    description,
    website,
    hourly_rate: lenientRate,
    ...imprintFields,
    plan: z.unknown().optional(),
    ...bankFields,
  })
  .superRefine(checkBank, { when: isForm })
  .transform(({ plan: _plan, account_holder, bank_account, bank_code, ...fields }) => ({
    fields,
    bank: readBank({ account_holder, bank_account, bank_code })?.data ?? null,
  }))

const plainDescription = z
  .string()
  .trim()
  .max(companyLimits.description.max, companyTexts.description)
  .nullish()
  .transform((typed) => typed ?? '')

/** A company as the operator changes it; the phone's message is this form's own (docs/spec.md#edit-company). */
export const changedCompany = z.object({
  company_name,
  category,
  description: plainDescription,
  location,
  contact_person,
  email,
  phone: phoneField(companyAreaTexts.editPhoneMissing),
  website,
  hourly_rate: lenientRate,
  ...imprintFields,
  plan: z.enum(planKeys).default('basic'),
  premium: z.boolean(),
  verified: z.boolean(),
})
export type ChangedCompany = z.output<typeof changedCompany>

/** Whom a change is for, and when the company was last changed as the form was filled. */
export const companyChange = changedCompany.extend({ companyId: z.uuid(), knownAt: z.iso.datetime() })

const yesOrNo = z.enum(['yes', 'no'])

/** Which companies the list shows; without a state those that are not archived. */
export const companyFilter = z.object({
  search: z.string().trim().max(100).optional(),
  category: z.enum(categories).optional(),
  plan: z.enum(planKeys).optional(),
  status: z.enum(subscriptionStatuses).optional(),
  verified: yesOrNo.optional(),
  state: z.enum(companyStates).optional(),
})
export type CompanyFilter = z.output<typeof companyFilter>
export const companySort = z.enum(companySorts).default('newest')

const moment = z.iso.datetime()

/** A company as a row of the operator's list. */
export const shownCompany = z.object({
  id: z.uuid(),
  company_name: z.string(),
  category: z.enum(categories),
  location: z.string(),
  contact_person: z.string(),
  email: z.string(),
  phone: z.string(),
  plan: z.enum(planKeys),
  premium: z.boolean(),
  verified: z.boolean(),
  subscription_status: z.enum(subscriptionStatuses),
  subscription_kind: z.enum(['paid', 'granted']),
  is_claimed: z.boolean(),
  suspended_at: moment.nullable(),
  archived_at: moment.nullable(),
  created_at: moment,
})
export type ShownCompany = z.infer<typeof shownCompany>

export const claimStates = ['claimed', 'none', 'waiting', 'sent', 'refused', 'expired', 'usedUp'] as const

const account = z.object({
  account_holder: z.string(),
  bank_account: z.string(),
  bank_code: z.string().nullable(),
  bank_name: z.string().nullable(),
})
export const clearAccount = account

/** Everything the operator sees of one company; bank details masked. */
export const companyDetail = shownCompany.extend({
  description: z.string(),
  website: z.string().nullable(),
  hourly_rate: z.number().nullable(),
  updated_at: moment,
  claim: z.object({ state: z.enum(claimStates), sent_at: moment.nullable(), expires_at: moment.nullable() }),
  bank: account.nullable(),
  waits: z.array(z.object({ cause: z.string(), text: z.string(), until: z.string().nullable() })),
  is_held: z.boolean(),
  ...shownImprint.shape,
})
export type CompanyDetail = z.infer<typeof companyDetail>

const reason = (missing: string) => z.string({ error: missing }).trim().min(1, missing).max(500, companyAreaTexts.reasonTooLong)

/** `reason` is for the audit log; whoever runs the company reads `companyReason`. */
export const suspension = z.object({
  companyId: z.uuid(),
  reason: reason(companyAreaTexts.reasonMissing),
  companyReason: reason(companyAreaTexts.companyReasonMissing),
})
export type Suspension = z.infer<typeof suspension>
