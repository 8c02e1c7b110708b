import type { TaxStatus } from './texts.ts'

/** Taxation of a company's supplies on a day; `validFrom`: first day on which it applies. */
export type TaxProfile = {
  validFrom: string
  status: TaxStatus
  taxNumber: string | null
  vatId: string | null
  vatCheckedAt: Date | null
  exemptionText: string | null
}

/** Company as the issuer or the recipient of a document. */
export type BillingFacts = {
  companyId: string
  /** Short, unique and permanent: BT-29 and the prefix of its document numbers. */
  sellerCode: string
  /** Name of the firm including its legal form. */
  name: string
  representedBy: string | null
  contactPerson: string
  street: string | null
  postcode: string | null
  town: string | null
  /** ISO 3166-1 alpha-2 code. */
  country: string
  phone: string
  email: string
  vatId: string | null
}

/** Stored texts depend on this value. */
export const taxEncryptionPurpose = 'taxNumber'
