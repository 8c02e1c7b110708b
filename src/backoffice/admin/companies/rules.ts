import { z } from 'zod'
import { bankForm } from '#src/money/payouts/bank/rules.ts'
import { planKeys } from '#src/money/plans/rules.ts'
import { subscriptionStatuses } from '#src/money/plans/subscriptionRules.ts'
import { isForm } from '#src/platform/kit/problems.ts'
import type { Wire } from '#src/platform/kit/wire.ts'
import { feedView } from '#src/supply/calendars/feeds/rules.ts'
import { operatorNames, responseSchemasOf } from '#src/supply/companies/fields/fields.ts'
import { companyLimits, companyTexts, phoneField } from '#src/supply/companies/fields/schemas.ts'
import { operatorForm } from '#src/supply/companies/operator/rules.ts'
import { companyAreaTexts } from './texts.ts'

/** Bank details are optional as a whole; if any is given, all are checked by the rules of every bank form. */
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
 * Company as created by the operator, validated in the order of docs/spec.md#operator-company-form. The plan is always Premium; the
 * request's is ignored. Values are trimmed; empty optional ones become null.
 */
export const newCompany = operatorForm
  .extend({ plan: z.unknown().optional(), ...bankFields })
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

/** Company as changed by the operator; the phone's message is this form's own (docs/spec.md#edit-company). */
export const changedCompany = operatorForm.extend({
  description: plainDescription,
  phone: phoneField(companyAreaTexts.editPhoneMissing),
  plan: z.enum(planKeys).default('basic'),
  premium: z.boolean(),
  verified: z.boolean(),
})
export type ChangedCompany = z.output<typeof changedCompany>

/** `knownAt`: `updatedAt` of the state that was loaded into the form. */
export const companyChange = changedCompany.extend({ companyId: z.uuid(), knownAt: z.iso.datetime() })

export const listedNames = ['company_name', 'category', 'location', 'contact_person', 'email', 'phone'] as const

/** Company in the operator's list. */
export const adminCompanyView = z.object({
  id: z.uuid(),
  ...responseSchemasOf(listedNames),
  plan: z.enum(planKeys),
  premium: z.boolean(),
  verified: z.boolean(),
  subscriptionStatus: z.enum(subscriptionStatuses),
  subscriptionKind: z.enum(['paid', 'granted']),
  isClaimed: z.boolean(),
  suspendedAt: z.date().nullable(),
  archivedAt: z.date().nullable(),
  createdAt: z.date(),
})
export type AdminCompanyView = Wire<z.infer<typeof adminCompanyView>>

export const claimStates = ['claimed', 'none', 'waiting', 'sent', 'refused', 'expired', 'usedUp'] as const

const account = z.object({
  account_holder: z.string(),
  bank_account: z.string(),
  bank_code: z.string().nullable(),
  bank_name: z.string().nullable(),
})
export const clearAccount = account

/** All data of one company for the operator; bank details masked. */
export const companyDetail = adminCompanyView.extend({
  ...responseSchemasOf(operatorNames),
  updatedAt: z.date(),
  claim: z.object({ state: z.enum(claimStates), sentAt: z.date().nullable(), expiresAt: z.date().nullable() }),
  bank: account.nullable(),
  waits: z.array(z.object({ cause: z.string(), text: z.string(), until: z.string().nullable() })),
  isHeld: z.boolean(),
  /** Returned payment of its plan that the company has not paid again. */
  openReturn: z.object({ amountCents: z.number(), returnedAt: z.date() }).nullable(),
  /** External calendar of the company. */
  feed: feedView.omit({ remarks: true }).nullable(),
})
export type CompanyView = z.infer<typeof companyDetail>
export type CompanyDetail = Wire<CompanyView>

const reason = (missing: string) => z.string({ error: missing }).trim().min(1, missing).max(500, companyAreaTexts.reasonTooLong)

/** `reason`: for the audit log; `companyReason`: shown to the company. */
export const suspension = z.object({
  companyId: z.uuid(),
  reason: reason(companyAreaTexts.reasonMissing),
  companyReason: reason(companyAreaTexts.companyReasonMissing),
})
export type Suspension = z.infer<typeof suspension>
