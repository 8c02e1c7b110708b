import type { TaxStatus } from './words.ts'

/** What holds for a company's supplies of a day; `validFrom` is the day since which it does. */
export type TaxProfile = {
  validFrom: string
  status: TaxStatus
  taxNumber: string | null
  vatId: string | null
  vatCheckedAt: Date | null
  exemptionText: string | null
}

/** A company as the issuer or the recipient of a document. */
export type BillingFacts = {
  companyId: string
  /** Short, unique, and the same for ever: BT-29 and the beginning of its documents' numbers. */
  sellerCode: string
  /** With the legal form, as the firm is called. */
  name: string
  representedBy: string | null
  contactPerson: string
  street: string | null
  postcode: string | null
  town: string | null
  /** The country's two letters. */
  country: string
  phone: string
  email: string
  vatId: string | null
}

/** Stored texts depend on this value. */
export const taxSealPurpose = 'taxNumber'
